import { EditorView } from '@codemirror/view'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { CodeViewEditor } from './code-view-editor.tsx'

afterEach(cleanup)

it('tells a text that was typed with the line ends that the file has', () => {
  const told: string[] = []
  const props = { name: 'a.txt', loadingLabel: 'loading', onChange: (text: string) => void told.push(text) }
  const { rerender } = render(
    <CodeViewEditor {...props} text={'one\r\ntwo\r\n'} current={'one\r\ntwo\r\n'} />,
  )
  const host = screen.getByTestId('code-view').querySelector<HTMLElement>('.cm-editor')
  const editor = host && EditorView.findFromDOM(host)
  editor?.dispatch({ changes: { from: 0, insert: 'x' } })
  expect(told).toEqual(['xone\r\ntwo\r\n'])
  rerender(<CodeViewEditor {...props} text={'one\r\ntwo\r\n'} current={'xone\r\ntwo\r\n'} />)
  expect(told).toHaveLength(1)
})
