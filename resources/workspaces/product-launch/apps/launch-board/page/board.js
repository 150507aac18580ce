// The three columns. Painted from the board as it is, keyed by item.
import { makeAdd } from './add.js'
import { makeCard } from './card.js'
import { calm, el, setText } from './dom.js'
import { columnIds, columnNames, freshIds } from './words.js'

const blanks = { planned: 'Nothing planned.', doing: 'Nothing in progress.', done: 'Nothing done yet.' }
const firstWords = 'Nothing is planned yet. Run the agent, or add the first item here.'

export function makeBoard(root, acts) {
  const cards = new Map()
  const columns = new Map(columnIds.map((id) => [id, makeColumn(id, acts)]))
  root.append(...[...columns.values()].map((column) => column.node))
  let board = null
  // The one card that the Tab key reaches; the arrows go on from there.
  let roving = null
  root.addEventListener('focusin', ({ target }) => {
    if (!target.matches('.card .open')) return
    roving = target.closest('.card').dataset.id
    for (const [id, card] of cards) card.open.tabIndex = id === roving ? 0 : -1
  })

  return {
    paint(next, openId) {
      const first = board === null
      board = next
      const focused = document.activeElement
      const places = first || calm() ? null : measure(cards)
      if (first) for (const column of columns.values()) column.list.replaceChildren()
      drop(cards, board)
      if (!cards.has(roving)) roving = board.items[0]?.id ?? null
      const fresh = freshIds(board.items)
      for (const id of columnIds)
        paintColumn(
          columns.get(id),
          board.items.filter((item) => item.column === id),
        )
      for (const item of board.items)
        cards
          .get(item.id)
          .paint(item, { fresh: fresh.has(item.id), current: item.id === openId, first: item.id === roving })
      if (places) glide(cards, places)
      // A card that is put elsewhere in the page loses its focus.
      if (focused !== document.activeElement && root.contains(focused)) focused.focus()
      return fresh.size
    },
    /** Only the words that depend on the clock. */
    tick() {
      if (!board) return 0
      const fresh = freshIds(board.items)
      for (const item of board.items) {
        const card = cards.get(item.id)
        card.paintTime(item)
        card.node.classList.toggle('fresh', fresh.has(item.id))
      }
      return fresh.size
    },
    show(id) {
      cards.get(id)?.node.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    },
    focus(id) {
      const card = cards.get(id) ?? cards.get(roving)
      card?.open.focus({ preventScroll: true })
      card?.node.scrollIntoView({ block: 'nearest' })
    },
    add: (columnId) => columns.get(columnId).add.open(),
  }

  function paintColumn(column, items) {
    setText(column.count, String(items.length))
    setText(
      column.blank,
      column.id === 'planned' && board.items.length === 0 ? firstWords : blanks[column.id],
    )
    column.blank.hidden = items.length > 0
    column.list.hidden = items.length === 0
    let at = column.list.firstElementChild
    for (const item of items) {
      if (!cards.has(item.id)) cards.set(item.id, makeCard(item.id, acts))
      const { node } = cards.get(item.id)
      if (node === at) at = at.nextElementSibling
      else column.list.insertBefore(node, at)
    }
  }
}

function makeColumn(id, acts) {
  const title = el('h2', { id: `column-${id}` }, columnNames[id])
  const count = el('span', { class: 'count', 'aria-label': 'items' })
  const blank = el('p', { class: 'blank', hidden: true })
  const ghosts = Array.from({ length: id === 'planned' ? 2 : 1 }, () =>
    el('li', { class: 'ghost-card', 'aria-hidden': 'true' }),
  )
  const list = el('ul', { class: 'cards', 'aria-labelledby': title.id }, ...ghosts)
  const add = makeAdd(id, async (text) => {
    const done = await acts.add(id, text)
    if (done) list.scrollTop = list.scrollHeight
    return done
  })
  const node = el(
    'section',
    { class: 'column', data: { column: id }, 'aria-labelledby': title.id },
    el('header', {}, title, count),
    blank,
    list,
    add.node,
  )
  return { id, node, count, blank, list, add }
}

function drop(cards, board) {
  const ids = new Set(board.items.map((item) => item.id))
  for (const [id, card] of cards) {
    if (ids.has(id)) continue
    card.node.remove()
    cards.delete(id)
  }
}

const measure = (cards) => new Map([...cards].map(([id, card]) => [id, card.node.getBoundingClientRect()]))

/** Cards travel from where they were to where they are; a new one appears in place. */
function glide(cards, places) {
  for (const [id, { node }] of cards) {
    const was = places.get(id)
    if (!was) {
      node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 200 })
      continue
    }
    const is = node.getBoundingClientRect()
    const [x, y] = [was.left - is.left, was.top - is.top]
    if (x || y)
      node.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], {
        duration: 180,
        easing: 'ease-out',
      })
  }
}
