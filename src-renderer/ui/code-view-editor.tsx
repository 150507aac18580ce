import { autocompletion, type CompletionSource, completionKeymap } from '@codemirror/autocomplete'
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
import { Annotation, EditorState, type Extension } from '@codemirror/state'
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

/** Marks a change that came from outside, so that it is not told again. */
const fromOutside = Annotation.define<true>()

const writing: Extension = [history(), keymap.of([...historyKeymap, indentWithTab]), lintGutter()]

function diagnosticsOf(state: EditorState, marks: LineMark[]): Diagnostic[] {
  return marks.map((mark) => {
    const line = state.doc.line(Math.min(Math.max(1, mark.line), state.doc.lines))
    const indent = line.text.length - line.text.trimStart().length
    const from = Math.min(line.from + (mark.column ? mark.column - 1 : indent), line.to)
    return { from, to: Math.max(from, line.to), severity: mark.severity, message: mark.message }
  })
}

/** The part that differs, so that the cursor, the folds and the undo steps of the rest stay. */
function difference(old: string, fresh: string): { from: number; to: number; insert: string } {
  let start = 0
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++
  let end = 0
  const most = Math.min(old.length, fresh.length) - start
  while (end < most && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end++
  return { from: start, to: old.length - end, insert: fresh.slice(start, fresh.length - end) }
}

function sourceOf(ask: { current: CodeViewProps['complete'] }): CompletionSource {
  return ({ state, pos, explicit }) => {
    const { number, from } = state.doc.lineAt(pos)
    const lines = state.doc.toString().split('\n')
    const found = ask.current?.({ lines, line: number, column: pos - from + 1, asked: explicit })
    if (!found) return null
    const options = found.options.map(({ label, note, insert }) => ({ label, detail: note, apply: insert }))
    return { from: from + found.from - 1, options, validFor: /^[\w./-]*$/ }
  }
}

export function CodeViewEditor(props: CodeViewProps) {
  const { name, text, marks, goTo, onChange, current, complete } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const hasMarks = (marks?.length ?? 0) > 0
  const change = useRef(onChange)
  change.current = onChange
  // The editor knows line ends by their places alone; a file that has others gets them back.
  const hasCarriage = text.includes('\r\n')
  const ask = useRef(complete)
  ask.current = complete
  const begin = useRef(current ?? text)
  begin.current = current ?? text
  const completes = complete !== undefined
  const isWritten = onChange !== undefined
  // While it is written to, marks come and go without a new editor.
  const gutter = isWritten || hasMarks

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text makes another editor
  useEffect(() => {
    if (!host.current) return
    const named = EditorView.contentAttributes.of({
      'aria-label': name,
      'aria-readonly': String(!isWritten),
    })
    const tell = EditorView.updateListener.of((update) => {
      const isOwn = !update.transactions.some((one) => one.annotation(fromOutside))
      if (!update.docChanged || !isOwn) return
      const typed = update.state.doc.toString()
      change.current?.(hasCarriage ? typed.replaceAll('\n', '\r\n') : typed)
    })
    const state = EditorState.create({
      doc: begin.current,
      extensions: [
        completes
          ? [autocompletion({ override: [sourceOf(ask)], icons: false }), keymap.of(completionKeymap)]
          : [],
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
  }, [name, text, gutter, isWritten, completes])

  useEffect(() => {
    const editor = view.current
    if (!editor || current === undefined) return
    const now = editor.state.doc.toString()
    const wanted = current.replaceAll('\r\n', '\n')
    if (now !== wanted)
      editor.dispatch({ changes: difference(now, wanted), annotations: fromOutside.of(true) })
  }, [current])

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
