// The sheet beside the board: one item in full, or the word that there is none.
import { el, icon } from './dom.js'
import { buildItem } from './item.js'

export function makeSheet(root, acts) {
  let shown = null
  let parts = null

  root.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    acts.close()
  })
  addEventListener('pagehide', () => parts?.saveAll())

  return {
    /** Returns true when another item than before is shown. */
    paint(board, id) {
      const item = board.items.find((candidate) => candidate.id === id)
      const key = id && `${id}${item ? '' : ' missing'}`
      const changed = key !== shown
      if (changed) {
        shown = key
        root.hidden = !id
        parts = item ? buildItem(item, acts) : null
        if (item) root.replaceChildren(bar(id, acts, parts.saved), parts.node)
        else if (id) showMissing(root, id, board, acts)
        else root.replaceChildren()
      }
      if (item) root.ariaLabel = item.title
      parts?.paint(item)
      return changed && Boolean(id)
    },
    tick(board) {
      const item = board?.items.find((candidate) => candidate.id === shown)
      if (item) parts?.paintFacts(item)
    },
  }
}

function bar(id, acts, ...more) {
  const close = el(
    'button',
    {
      class: 'button ghost',
      type: 'button',
      'aria-label': 'Close',
      title: 'Close (Esc)',
      on: { click: acts.close },
    },
    icon('close', 'doc'),
  )
  return el(
    'div',
    { class: 'sheet-bar' },
    el('span', { class: 'mono' }, id),
    el('span', { class: 'space' }),
    ...more,
    close,
  )
}

function showMissing(root, id, board, acts) {
  const deleted = board.deleted.find((entry) => entry.id === id)
  const words = deleted ? `“${deleted.title}” was deleted.` : `There is no ${id} on this board.`
  const button = (title, click) => el('button', { class: 'button', type: 'button', on: { click } }, title)
  const missing = el(
    'div',
    { class: 'missing' },
    el('h2', {}, words),
    deleted ? button('Put it back', () => acts.restore(id)) : null,
    button('Back to the board', acts.close),
  )
  root.ariaLabel = words
  root.replaceChildren(bar(id, acts), el('div', { class: 'sheet-body' }, missing))
}
