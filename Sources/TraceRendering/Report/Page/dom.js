// Elements of the page. Texts go in as text, never as markup.

/**
 * Makes an element.
 *
 * @param {string} tag Its name.
 * @param {object} [properties] Attributes; `text` is its text, what begins with `on` a listener, and null or false is left out.
 * @param {...(Node|string)} children What is in it.
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'text') element.textContent = value;
    else if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** A button. */
export function makeButton(text, onclick, properties = {}) {
  return make('button', { type: 'button', text, onclick, ...properties });
}

/** The element of an identity, which the page has. */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * Does something wherever on the page a key is pressed, but where somebody types.
 *
 * @param {string} key The key, as it is without Shift.
 * @param {() => void} action What it does.
 */
export function onKey(key, action) {
  document.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== key || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    event.preventDefault();
    action();
  });
}

/** Says something to those who can't see what changed. */
export function announce(text) {
  byId('announcer').textContent = text;
}
