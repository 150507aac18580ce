// Short words at the bottom. They stay while the pointer or the focus is on them.
import { el } from './dom.js'

const root = document.getElementById('toasts')

export function toast(text, { failed = false, action, seconds = 8 } = {}) {
  const run = () => {
    close()
    action.run()
  }
  const node = el(
    'div',
    // Those that pass make room for the next; one that says a lasting state stays until it is closed.
    { class: failed ? 'toast failed' : 'toast', data: seconds ? { passing: '' } : {} },
    failed ? el('span', { class: 'dot' }) : null,
    el('p', {}, text),
    action ? el('button', { class: 'button', type: 'button', on: { click: run } }, action.title) : null,
  )
  const close = () => node.remove()
  let timer
  const wait = () => {
    clearTimeout(timer)
    if (seconds) timer = setTimeout(close, seconds * 1000)
  }
  const hold = () => clearTimeout(timer)
  for (const name of ['pointerenter', 'focusin']) node.addEventListener(name, hold)
  for (const name of ['pointerleave', 'focusout']) node.addEventListener(name, wait)
  if (seconds) for (const old of [...root.querySelectorAll('[data-passing]')].slice(0, -1)) old.remove()
  root.append(node)
  wait()
  return {
    close,
    run: action ? run : undefined,
    get open() {
      return node.isConnected
    },
  }
}
