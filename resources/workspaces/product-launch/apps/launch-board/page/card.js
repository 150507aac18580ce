// One card: made once per item, then only brought up to date, so focus, scroll and hover stay.
import { el, icon, setText } from './dom.js'
import { ago, columnIds, columnNames, due, who } from './words.js'

export function makeCard(id, { step }) {
  const open = el('a', { class: 'open', href: `#/item/${id}`, draggable: 'false', tabindex: '-1' })
  const note = el('p', { class: 'note', dir: 'auto' })
  const [words, time] = [el('span'), el('time')]
  const facts = { due: el('span'), links: el('span'), by: el('span', {}, words, time), words, time }
  // Reached by pointer; the keyboard moves a card with Shift and an arrow.
  const move = (by, name) =>
    el('button', { type: 'button', tabindex: '-1', on: { click: () => step(id, by) } }, icon(name))
  const left = move(-1, 'left')
  const right = move(1, 'right')
  const node = el(
    'li',
    { class: 'card', draggable: 'true', data: { id } },
    open,
    note,
    el('p', { class: 'facts' }, facts.due, facts.links, facts.by),
    el('div', { class: 'moves' }, left, right),
  )
  open.dir = 'auto'
  open.setAttribute(
    'aria-keyshortcuts',
    'Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown Delete',
  )

  return {
    node,
    open,
    paint(item, { fresh, current, first }) {
      setText(open, item.title)
      show(note, item.note)
      paintTime(item)
      show(
        facts.links,
        item.links.length === 0
          ? ''
          : `${item.links.length} ${item.links.length === 1 ? 'output' : 'outputs'}`,
      )
      node.classList.toggle('fresh', fresh)
      node.ariaCurrent = current ? 'true' : null
      open.tabIndex = first ? 0 : -1
      const at = columnIds.indexOf(item.column)
      for (const [button, to] of [
        [left, columnIds[at - 1]],
        [right, columnIds[at + 1]],
      ]) {
        button.disabled = !to
        if (to) button.ariaLabel = button.title = `Move to ${columnNames[to]}`
      }
    },
    paintTime,
  }

  function paintTime(item) {
    const when = due(item)
    show(facts.due, when?.text ?? '')
    facts.due.className = when?.late ? 'late' : ''
    facts.by.hidden = !item.by
    if (!item.by) return
    setText(facts.words, `added by ${who(item.by)} · `)
    setText(facts.time, ago(item.createdAt))
  }
}

function show(node, text) {
  setText(node, text)
  node.hidden = !text
}
