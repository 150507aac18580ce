// A text that is edited in place.
import { el } from './dom.js'

/** `save` resolves to true when the text is kept. `single`: one line, Enter leaves the field. */
export function makeField({ className, label, maxlength, placeholder, single = false, save }) {
  const text = el('textarea', {
    class: `field ${className}`,
    rows: '1',
    maxlength,
    placeholder,
    'aria-label': label,
    dir: 'auto',
    spellcheck: 'true',
  })
  const theirs = el(
    'div',
    { class: 'theirs', hidden: true },
    el('span', {}, 'Changed elsewhere while you were editing.'),
    el('button', { class: 'button', type: 'button', on: { click: () => take(known) } }, 'Show the other'),
  )
  const node = el('div', {}, text, theirs)
  let known = ''
  let base = null
  const dirty = () => text.value.trim() !== known && base !== null

  text.addEventListener('focus', () => {
    base ??= known
  })
  text.addEventListener('blur', (event) => {
    // On the way to the button that drops this text, it must not be saved first.
    if (!theirs.contains(event.relatedTarget)) void keep()
  })
  text.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    const done = event.key === 'Enter' && (single || event.ctrlKey || event.metaKey)
    if (done) {
      event.preventDefault()
      text.blur()
      text.closest('[tabindex]')?.focus()
    }
    // The first Escape gives back what was there; the next one closes the sheet.
    if (event.key === 'Escape' && dirty()) {
      event.preventDefault()
      take(known)
    }
  })

  return {
    node,
    save: keep,
    paint(value) {
      const mine = dirty()
      const changed = value !== known
      known = value
      if (!mine) take(value)
      else if (changed && base !== value) theirs.hidden = text.value.trim() === value
    },
  }

  async function keep() {
    if (!dirty()) {
      base = null
      return
    }
    const value = text.value.trim()
    if (single && !value) return take(known)
    if (await save(value)) {
      known = value
      base = document.activeElement === text ? value : null
      theirs.hidden = true
    }
  }

  function take(value) {
    // Setting the same text again would move the caret.
    if (text.value !== value) text.value = value
    base = document.activeElement === text ? value : null
    theirs.hidden = true
  }
}
