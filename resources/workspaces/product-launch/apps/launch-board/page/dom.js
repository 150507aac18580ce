// Makes elements. Text is always set as text, so nothing that an agent wrote can become markup.

/** `on` takes listeners, `data` the data attributes; false and undefined leave an attribute out. */
export function el(tag, { on = {}, data = {}, ...attributes } = {}, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) node.setAttribute(name, value === true ? '' : value)
  for (const [name, value] of Object.entries(data)) node.dataset[name] = value
  for (const [name, listener] of Object.entries(on)) node.addEventListener(name, listener)
  node.append(...children.filter((child) => child !== null && child !== undefined))
  return node
}

const shapes = {
  left: 'M10 3 5 8l5 5',
  right: 'M6 3l5 5-5 5',
  close: 'M4 4l8 8M12 4l-8 8',
  doc: 'M4 2h5l3 3v9H4zM9 2v3h3M6 8.5h4M6 11h4',
}

export function icon(name, className = '') {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  svg.setAttribute('viewBox', '0 0 16 16')
  svg.setAttribute('aria-hidden', 'true')
  svg.setAttribute('class', className)
  path.setAttribute('d', shapes[name])
  svg.append(path)
  return svg
}

export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text
}

export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches
