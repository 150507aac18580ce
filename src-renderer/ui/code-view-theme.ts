import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The editor in the window's own colours; both themes come from the tokens. */
export const codeTheme = EditorView.theme({
  '&': { height: '100%', fontSize: 'var(--t-sm)', color: 'var(--fg-0)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { padding: '8px 0' },
  // Long lines slide under it.
  '.cm-gutters': { backgroundColor: 'var(--bg-1)', color: 'var(--fg-3)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 6px', minWidth: '28px' },
  '.cm-foldGutter': { width: '12px' },
  '.cm-foldGutter .cm-gutterElement': { color: 'var(--fg-3)', opacity: '0.6', fontSize: '10px' },
  '.cm-gutter-lint': { width: '14px' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--accent) 7%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--fg-0)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 28%, transparent)',
  },
  '.cm-cursor': { borderLeftColor: 'var(--fg-0)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--needs-soft)' },
  '.cm-searchMatch': { backgroundColor: 'var(--needs-soft)', outline: '1px solid var(--needs)' },
  '.cm-foldPlaceholder': {
    background: 'var(--bg-3)',
    border: 'none',
    color: 'var(--fg-2)',
    padding: '0 6px',
  },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--failed)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--risk)',
    textUnderlineOffset: '3px',
  },
  '.cm-lint-marker': { width: '8px', height: '8px', borderRadius: '2px', content: 'none', marginTop: '5px' },
  '.cm-lint-marker-error': { background: 'var(--failed)' },
  '.cm-lint-marker-warning': { background: 'var(--risk)', borderRadius: '50%' },
  '.cm-lint-marker-info': { background: 'var(--running)', borderRadius: '50%' },
  '.cm-tooltip': {
    background: 'var(--bg-3)',
    color: 'var(--fg-0)',
    border: '1px solid var(--line)',
    borderRadius: 'var(--r-2)',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', fontSize: 'var(--t-sm)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px', lineHeight: '1.6' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--accent-soft)',
    color: 'var(--fg-0)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--accent)' },
  '.cm-completionDetail': {
    marginLeft: '12px',
    color: 'var(--fg-2)',
    fontStyle: 'normal',
    fontFamily: 'var(--font-ui)',
    fontSize: 'var(--t-xs)',
  },
  '.cm-diagnostic': { fontFamily: 'var(--font-ui)', padding: '6px 10px', maxWidth: '420px' },
  '.cm-panels': {
    background: 'var(--bg-2)',
    color: 'var(--fg-0)',
    borderBottom: '1px solid var(--line-soft)',
  },
  '.cm-panel.cm-search': { padding: '6px 8px', fontFamily: 'var(--font-ui)' },
  '.cm-textfield': { background: 'var(--bg-1)', border: '1px solid var(--line)', borderRadius: '4px' },
  '.cm-button': { background: 'var(--bg-1)', border: '1px solid var(--line)', borderRadius: '4px' },
})

export const codeColours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName), tags.keyword], color: 'var(--code-key)' },
  { tag: [tags.string, tags.special(tags.string), tags.url], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--code-number)' },
  { tag: [tags.heading, tags.labelName, tags.typeName], color: 'var(--code-heading)', fontWeight: '600' },
  { tag: [tags.comment, tags.meta], color: 'var(--fg-3)' },
  { tag: [tags.punctuation, tags.separator, tags.bracket], color: 'var(--fg-2)' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.link, color: 'var(--running)' },
])

/** In YAML a bare word is a value; in Markdown the same tag is plain text. */
export const yamlColours = HighlightStyle.define([{ tag: tags.content, color: 'var(--code-string)' }])
