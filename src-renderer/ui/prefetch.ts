/** Fetches the code of the Markdown and text viewers before they are needed. */
export function prefetchViewers(): void {
  void import('./markdown-render.tsx')
  void import('./code-view-editor.tsx')
}
