/**
 * Makes an element. Text from spans only ever becomes text: there is no way here to turn it into markup.
 * @param {string} tag @param {Record<string, unknown>} [attributes] @param {...unknown} children
 */
export function h(tag, attributes = {}, ...children) {
  const svg = SVG_TAGS.has(tag);
  const node = svg ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name === 'style') setStyle(node, value);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(
    ...children
      .flat(3)
      .filter((child) => child !== undefined && child !== null && child !== false)
      .map((child) => (child instanceof Node ? child : String(child))),
  );
  return node;
}

/** Through the object model, which the page's policy allows; an inline attribute it would refuse. */
function setStyle(node, styles) {
  for (const [key, text] of Object.entries(styles)) {
    if (key.startsWith('--')) node.style.setProperty(key, text);
    else node.style[key] = text;
  }
}

const SVG_TAGS = new Set(['svg', 'g', 'rect', 'line', 'path', 'text', 'circle', 'marker', 'defs', 'polygon', 'title']);

/** Replaces what an element holds. */
export function fill(node, ...children) {
  node.replaceChildren(...children.flat(3).filter(Boolean));
  return node;
}
