// The fields and facts of one item. Fields save themselves when they are left.
import { el, icon, setText } from './dom.js'
import { makeField } from './field.js'
import { ago, columnIds, columnNames, moment, who } from './words.js'

export function buildItem({ id }, acts) {
  const saved = el('span', { class: 'saved', role: 'status' })
  const save = async (change) => {
    const { error } = await acts.change(id, change)
    setText(saved, error ? 'Not saved' : 'Saved')
    saved.className = error ? 'saved failed on' : 'saved on'
    if (!error) setTimeout(() => saved.classList.remove('on'), 1200)
    return !error
  }
  const title = makeField({
    className: 'title',
    label: 'Title',
    maxlength: 200,
    single: true,
    save: (text) => save({ title: text }),
  })
  const note = makeField({
    className: 'note',
    label: 'Note',
    maxlength: 8000,
    placeholder: 'Add a note',
    save: (text) => save({ note: text }),
  })
  const column = makeSegments((to) => acts.move(id, to))
  const date = makeDate((due) => save({ due }))
  const links = makeLinks()
  const facts = el('dl', { class: 'facts-list' })
  const paintFacts = (item) => facts.replaceChildren(...factsOf(item))
  const remove = el(
    'button',
    { class: 'button ghost danger', type: 'button', on: { click: () => acts.remove(id) } },
    'Delete item',
  )
  const node = el(
    'div',
    { class: 'sheet-body' },
    title.node,
    note.node,
    el('div', { class: 'side' }, part('Column', column.node), part('Due', date.node)),
    part('Outputs', links.node),
    part('Origin', facts),
    el('div', { class: 'sheet-end' }, remove),
  )

  return {
    node,
    saved,
    paint(item) {
      title.paint(item.title)
      note.paint(item.note)
      column.paint(item.column)
      date.paint(item.due ?? '')
      links.paint(item.links)
      paintFacts(item)
    },
    paintFacts,
    saveAll() {
      void title.save()
      void note.save()
    },
  }
}

const part = (name, ...children) => el('section', { class: 'part' }, el('h2', {}, name), ...children)

function makeSegments(choose) {
  const radios = columnIds.map((column) =>
    el('input', { type: 'radio', name: 'column', value: column, on: { change: () => choose(column) } }),
  )
  const labels = radios.map((radio) => el('label', {}, radio, el('span', {}, columnNames[radio.value])))
  return {
    node: el('div', { class: 'segments', role: 'radiogroup', 'aria-label': 'Column' }, ...labels),
    paint(column) {
      for (const radio of radios) radio.checked = radio.value === column
    },
  }
}

/** Saved when it is left: while a date is typed, half of it is a date too. */
function makeDate(save) {
  let known = ''
  const keep = () => node.value !== known && node.validity.valid && save(node.value)
  const node = el('input', {
    class: 'date',
    type: 'date',
    'aria-label': 'Due',
    max: '9999-12-31',
    on: { blur: keep, keydown: (event) => event.key === 'Enter' && keep() },
  })
  return {
    node,
    paint(due) {
      known = due
      if (document.activeElement !== node) node.value = due
    },
  }
}

function makeLinks() {
  const list = el('ul', { class: 'links' })
  const none = el('p', { class: 'quiet' }, 'None yet. What a run writes for this item is linked here.')
  return {
    node: el('div', {}, list, none),
    paint(links) {
      list.replaceChildren(...links.map(linkRow))
      list.hidden = links.length === 0
      none.hidden = links.length > 0
    },
  }
}

function linkRow({ title, path, outputId }) {
  const mono = (text) => el('p', { class: 'mono' }, text)
  return el(
    'li',
    {},
    icon('doc', 'doc'),
    el(
      'div',
      {},
      el('p', { dir: 'auto' }, title),
      path ? mono(path) : null,
      outputId ? mono(`output ${outputId}`) : null,
    ),
  )
}

function factsOf(item) {
  const changed = item.updatedAt !== item.createdAt
  const rows = [
    ['Added', `by ${who(item.by)}, ${ago(item.createdAt)}`, { title: moment(item.createdAt) }],
    ['Run', item.by?.runId, { class: 'mono' }],
    ['Session', item.by?.sessionId, { class: 'mono' }],
    [
      'Changed',
      changed && `by ${who(item.changedBy)}, ${ago(item.updatedAt)}`,
      { title: moment(item.updatedAt) },
    ],
  ]
  return rows
    .filter(([, words]) => words)
    .flatMap(([name, words, attributes]) => [el('dt', {}, name), el('dd', attributes, words)])
}
