import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { json } from '@codemirror/lang-json'
import { markdown } from '@codemirror/lang-markdown'
import { yaml } from '@codemirror/lang-yaml'
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  syntaxHighlighting,
} from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { useEffect, useRef } from 'react'
import styles from './code-view.module.css'
import type { CodeViewProps, LineMark } from './code-view-props.ts'
import { codeColours, codeTheme, yamlColours } from './code-view-theme.ts'

function language(name: string): Extension {
  if (/\.ya?ml$/i.test(name)) return [yaml(), syntaxHighlighting(yamlColours)]
  if (/\.(md|markdown)$/i.test(name)) return [markdown(), EditorView.lineWrapping]
  if (/\.(json|jsonc)$/i.test(name)) return json()
  if (/\.[cm]?[jt]sx?$/i.test(name))
    return javascript({ typescript: /\.[cm]?tsx?$/i.test(name), jsx: /x$/i.test(name) })
  return []
}

const shown: Extension = [
  lineNumbers(),
  foldGutter(),
  codeFolding(),
  highlightSpecialChars(),
  drawSelection(),
  bracketMatching(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  search({ top: true }),
  keymap.of([...searchKeymap, ...foldKeymap, ...defaultKeymap]),
  codeTheme,
  syntaxHighlighting(codeColours),
]

const writing: Extension = [history(), keymap.of([...historyKeymap, indentWithTab]), lintGutter()]

function diagnosticsOf(state: EditorState, marks: LineMark[]): Diagnostic[] {
  return marks.map((mark) => {
    const line = state.doc.line(Math.min(Math.max(1, mark.line), state.doc.lines))
    const indent = line.text.length - line.text.trimStart().length
    const from = Math.min(line.from + (mark.column ? mark.column - 1 : indent), line.to)
    return { from, to: Math.max(from, line.to), severity: mark.severity, message: mark.message }
  })
}

export function CodeViewEditor({ name, text, marks, goTo, onChange }: CodeViewProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const hasMarks = (marks?.length ?? 0) > 0
  const change = useRef(onChange)
  change.current = onChange
  const isWritten = onChange !== undefined
  // While it is written to, marks come and go without a new editor.
  const gutter = isWritten || hasMarks

  useEffect(() => {
    if (!host.current) return
    const named = EditorView.contentAttributes.of({
      'aria-label': name,
      'aria-readonly': String(!isWritten),
    })
    const tell = EditorView.updateListener.of((update) => {
      if (update.docChanged) change.current?.(update.state.doc.toString())
    })
    const state = EditorState.create({
      doc: text,
      extensions: [
        shown,
        isWritten ? [writing, tell] : EditorState.readOnly.of(true),
        language(name),
        named,
        gutter && !isWritten ? lintGutter() : [],
      ],
    })
    const editor = new EditorView({ state, parent: host.current })
    view.current = editor
    return () => {
      editor.destroy()
      view.current = null
    }
  }, [name, text, gutter, isWritten])

  // The marks belong to this text; both may come in either order.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text makes a new editor, which has no marks yet
  useEffect(() => {
    const editor = view.current
    if (editor) editor.dispatch(setDiagnostics(editor.state, diagnosticsOf(editor.state, marks ?? [])))
  }, [marks, name, text, gutter, isWritten])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text makes a new editor, which starts at its top
  useEffect(() => {
    const editor = view.current
    if (!editor || !goTo) return
    const line = editor.state.doc.line(Math.min(Math.max(1, goTo.line), editor.state.doc.lines))
    editor.dispatch({
      selection: { anchor: line.from },
      effects: EditorView.scrollIntoView(line.from, { y: 'center' }),
    })
  }, [goTo, name, text, gutter, isWritten])

  return <div ref={host} className={styles.host} data-testid="code-view" />
}
