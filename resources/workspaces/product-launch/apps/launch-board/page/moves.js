// Moving cards, by drag and by keys. Both end in one call: item, column, the item to stand before.
import { columnIds } from './words.js'

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

export function handleDrag(root, move) {
  let dragged = null
  const clear = () => {
    for (const node of root.querySelectorAll('.over, .drop-before, .drop-after'))
      node.classList.remove('over', 'drop-before', 'drop-after')
  }
  root.addEventListener('dragstart', (event) => {
    dragged = event.target.closest?.('.card') ?? null
    if (!dragged) return
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', dragged.querySelector('.open').textContent)
    // Later, or the picture under the pointer would be faint too.
    requestAnimationFrame(() => dragged?.classList.add('dragged'))
  })
  root.addEventListener('dragover', (event) => {
    const column = event.target.closest('.column')
    if (!dragged || !column) return
    event.preventDefault()
    clear()
    const place = placeAt(column, event.clientY, dragged)
    column.classList.add('over')
    place.mark?.classList.add(place.before ? 'drop-before' : 'drop-after')
  })
  root.addEventListener('dragleave', (event) => {
    if (!root.contains(event.relatedTarget)) clear()
  })
  root.addEventListener('drop', (event) => {
    const column = event.target.closest('.column')
    if (!dragged || !column) return
    event.preventDefault()
    const { before } = placeAt(column, event.clientY, dragged)
    move(dragged.dataset.id, column.dataset.column, before)
  })
  root.addEventListener('dragend', () => {
    clear()
    dragged?.classList.remove('dragged')
    dragged = null
  })
}

/** Where a card that is let go at this height would stand: `before` an item, or after the last (`mark` shows it). */
function placeAt(column, y, dragged) {
  const others = [...column.querySelectorAll('.card')].filter((card) => card !== dragged)
  const next = others.find((card) => {
    const { top, height } = card.getBoundingClientRect()
    return y < top + height / 2
  })
  return next ? { before: next.dataset.id, mark: next } : { mark: others.at(-1) }
}

/** `acts`: focus, move, remove, add. */
export function handleKeys(root, boardOf, acts) {
  root.addEventListener('keydown', (event) => {
    const id = event.target.closest('.card')?.dataset.id
    const item = boardOf()?.items.find((candidate) => candidate.id === id)
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Delete' || event.key === 'Backspace') acts.remove(id)
    else if (event.key in arrows) step(boardOf().items, item, arrows[event.key], event.shiftKey, acts)
    else return
    event.preventDefault()
  })
}

function step(items, item, [across, along], carry, acts) {
  const inColumn = (column) => items.filter((other) => other.column === column)
  const at = columnIds.indexOf(item.column)
  const row = inColumn(item.column).indexOf(item)
  if (carry && across) {
    const column = columnIds[at + across]
    if (column) acts.move(item.id, column)
    return
  }
  if (carry) {
    const column = inColumn(item.column)
    if (!column[row + along]) return
    // Before the one above, or before the one after the next.
    acts.move(item.id, item.column, column[along < 0 ? row - 1 : row + 2]?.id)
    return
  }
  if (along) return acts.focus(inColumn(item.column)[row + along]?.id ?? item.id)
  const side = across < 0 ? columnIds.slice(0, at).reverse() : columnIds.slice(at + 1)
  const beside = side.map(inColumn).find((column) => column.length > 0)
  if (beside) acts.focus(beside[Math.min(row, beside.length - 1)].id)
}
