// The state of the page, in one place; all that a link should bring back stands in the fragment of the address.

/** What each part of the state is called in the fragment, and how it is written there. */
const standardFields = {
  selected: { key: 'op', write: String, read: number },
  fold: { key: 'fold', write: String, read: number },
  query: { key: 'q', write: String, read: String },
  criticalPath: { key: 'path', write: (value) => (value ? '1' : '0'), read: (text) => text === '1' },
  from: { key: 'from', write: String, read: number },
  to: { key: 'to', write: String, read: number },
  sort: { key: 'sort', write: String, read: String },
  table: { key: 'table', write: String, read: String },
  graph: { key: 'graph', write: String, read: String },
  theme: { key: 'theme', write: String, read: String },
};

/** The parts of the state to which the browser's way back leads. */
const steps = ['selected', 'fold'];

function number(text) {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) ? value : undefined;
}

/**
 * Makes a store.
 *
 * `state` is read only: change it by `set`, and whoever subscribed is called once with the state and the names of what
 * changed. What is as in `initial` is left out of the fragment.
 *
 * @param {object} initial The state of a page without a fragment.
 * @param {object} [special] How some parts are written and read: `{ name: { write, read } }`; what reads as undefined is left out.
 * @param {{ location, history, addEventListener }} [page] The window.
 */
export function createStore(initial, special = {}, page = window) {
  const fields = Object.fromEntries(Object.entries(standardFields).map(([name, field]) => [
    name, { ...field, ...special[name] },
  ]));
  const subscribers = new Set();
  let state = { ...initial, ...read(page.location.hash) };
  let timer = null;
  /** Whether what was selected changed since the address was written: the browser's way back leads there. */
  let isStep = false;

  function read(fragment) {
    const given = new URLSearchParams(fragment.replace(/^#/, ''));
    const found = {};
    for (const [name, { key, read: parse }] of Object.entries(fields)) {
      if (!given.has(key)) continue;
      const value = parse(given.get(key));
      if (value !== undefined) found[name] = value;
    }
    return found;
  }

  function fragment() {
    const given = new URLSearchParams();
    for (const [name, { key, write }] of Object.entries(fields)) {
      const value = state[name];
      if (value === initial[name] || value === null || value === undefined) continue;
      given.set(key, write(value));
    }
    return given.toString();
  }

  function writeFragment() {
    timer = null;
    const text = fragment();
    if (text === page.location.hash.replace(/^#/, '')) return;
    const address = text ? `#${text}` : page.location.pathname + page.location.search;
    if (isStep) page.history.pushState(null, '', address);
    else page.history.replaceState(null, '', address);
    isStep = false;
  }

  function apply(partial, isFromFragment) {
    const changed = Object.keys(partial).filter((name) => !Object.is(state[name], partial[name]));
    if (changed.length === 0) return;
    state = { ...state, ...partial };
    if (!isFromFragment && steps.some((name) => changed.includes(name))) isStep = true;
    // Browsers refuse addresses that change with every frame.
    if (!isFromFragment && changed.some((name) => name in fields) && timer === null) {
      timer = setTimeout(writeFragment, 150);
    }
    for (const subscriber of [...subscribers]) subscriber(state, changed);
  }

  // Also where the address has no fragment any more, of which no browser tells as of a change of it.
  page.addEventListener('popstate', () => {
    clearTimeout(timer);
    [timer, isStep] = [null, false];
    const restored = Object.fromEntries(Object.keys(fields).map((name) => [name, initial[name]]));
    apply({ ...restored, ...read(page.location.hash) }, true);
  });

  return {
    get state() {
      return state;
    },
    /** Changes a part of the state. */
    set: (partial) => apply(partial, false),
    /** Calls `subscriber(state, changed)` after each change; gives a function that ends that. */
    subscribe(subscriber) {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    /** The address of the page as it is now. */
    link() {
      writeFragment();
      return page.location.href;
    },
  };
}
