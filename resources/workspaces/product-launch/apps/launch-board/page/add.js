// Adding by hand, in the column itself. Enter adds and stays for the next one; Escape leaves.
import { el } from './dom.js'
import { columnNames } from './words.js'

/** `add` resolves to true when the item is on the board; the text stays when it is not. */
export function makeAdd(column, add) {
  const start = el(
    'button',
    {
      class: 'button ghost start',
      type: 'button',
      'aria-label': `Add an item to ${columnNames[column]}`,
      on: { click: () => open() },
    },
    '+ Add',
  )
  const text = el('textarea', {
    rows: '1',
    maxlength: '200',
    placeholder: 'What is to be done?',
    'aria-label': `Title of the new item in ${columnNames[column]}`,
  })
  const form = el(
    'form',
    { hidden: true },
    text,
    el(
      'div',
      { class: 'row' },
      el('button', { class: 'button primary', type: 'submit' }, 'Add'),
      el('button', { class: 'button ghost', type: 'button', on: { click: () => close() } }, 'Cancel'),
    ),
  )
  const node = el('div', { class: 'add' }, start, form)

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
  text.addEventListener('keydown', (event) => {
    // Enter that ends a composition (Chinese, Japanese ...) chooses a word and must not add.
    if (event.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      void submit()
    }
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    }
  })
  form.addEventListener('focusout', (event) => {
    if (!form.contains(event.relatedTarget) && !text.value.trim()) close({ keepFocus: true })
  })
  return { node, open }

  async function submit() {
    const title = text.value.trim()
    if (!title || form.ariaBusy === 'true') return
    form.ariaBusy = 'true'
    const done = await add(title)
    form.ariaBusy = 'false'
    if (done) text.value = ''
    form.scrollIntoView({ block: 'nearest' })
  }

  function open() {
    start.hidden = true
    form.hidden = false
    text.focus()
  }

  function close({ keepFocus = false } = {}) {
    if (form.hidden) return
    const mine = form.contains(document.activeElement)
    form.hidden = true
    start.hidden = false
    text.value = ''
    if (mine && !keepFocus) start.focus()
  }
}
