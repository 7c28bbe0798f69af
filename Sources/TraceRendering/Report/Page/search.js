// The search: a filter as it is typed, what it holds for, and what is wrong with it.
import { announce, make, onKey } from './dom.js';
import { readFilter } from './filter.js';
import { Flag, Outcome } from './model.js';
import { counted } from './words.js';

/** How long to wait for the next key before a large run is searched. */
const patience = 120;
/** How long it may search at a time, in milliseconds. */
const patienceOfFrames = 12;

/** What filters ask of the operations of a run. */
export function makeQuestions(model) {
  const { columns } = model;
  const outcomeIs = (outcome) => (row) => columns.outcome[row] === outcome;
  const traits = {
    stalled: model.isStalled,
    critical: (row) => columns.critical[row] === 1,
    cancelled: model.isCancelled,
    failed: outcomeIs(Outcome.failed),
    succeeded: outcomeIs(Outcome.succeeded),
    unfinished: outcomeIs(Outcome.unfinished),
    executing: (row) => !Number.isNaN(columns.started[row]) && Number.isNaN(columns.finished[row]),
    barrier: (row) => (columns.flags[row] & Flag.barrier) !== 0,
    asynchronous: (row) => (columns.flags[row] & Flag.asynchronous) !== 0,
  };
  const measures = {
    execution: model.execution,
    wait: model.wait,
    elapsed: (row) => model.execution(row) + model.wait(row),
    slack: (row) => columns.slack[row],
    potential: (row) => columns.potential[row],
  };
  const fields = {
    '': (row) => [model.name(row), model.className(row)],
    name: (row) => [model.name(row)],
    class: (row) => [model.className(row)],
    queue: (row) => (model.queue(row).isNone ? [] : [model.queue(row).name]),
    thread: (row) => (columns.thread[row] < 0 ? [] : [model.threadName(columns.thread[row])]),
    note(row) {
      const rare = model.rarities(row);
      return [...(rare?.notes ?? []).map((note) => note[1]), ...(rare?.failure ? [rare.failure] : [])];
    },
  };
  return {
    texts: (field, row) => fields[field](row),
    has: (trait, row) => traits[trait](row),
    measure: (name, row) => measures[name](row),
    id: (row) => columns.id[row],
  };
}

/**
 * Makes the field for the search.
 *
 * @param model The run.
 * @param store The state of the page, in which `query` and `matched` are kept.
 * @param {(place: number) => number[]} members The rows of a node of the graph, which match while it is chosen.
 */
export function createSearch(model, store, members) {
  const questions = makeQuestions(model);
  const field = make('input', {
    type: 'search', id: 'search', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off',
    placeholder: 'thumbnail, class:Upload*, wait>1s', 'aria-describedby': 'search-result',
  });
  const result = make('p', { id: 'search-result', class: 'quiet' });
  const mark = make('pre', { class: 'filter-error', 'aria-hidden': 'true', hidden: true });
  const box = make('div', { class: 'search' },
    make('label', { for: 'search', text: 'Search ' }), field, result, mark);
  field.title = 'A text in a name or class, "quoted", a pattern such as Upload*, #12, name:, class:, queue:, thread:, note:, class=Upload, '
    + 'is:stalled, is:critical, execution>20ms, wait, elapsed, slack, potential; and, or, not, ( )';
  let timer = null;

  function search() {
    timer = null;
    const { query, fold } = store.state;
    field.removeAttribute('aria-invalid');
    mark.hidden = true;
    if (query.trim() === '') {
      result.textContent = '';
      store.set({ matched: fold === null ? null : rowsMarked(members(fold)) });
      return;
    }
    try {
      look(readFilter(query, questions), new Uint8Array(model.count), 0, 0);
    } catch (error) {
      if (error.position === undefined) throw error;
      field.setAttribute('aria-invalid', 'true');
      result.textContent = error.message;
      const before = Array.from(query).slice(0, error.position).join('');
      mark.textContent = `${query}\n${before.replace(/[^\t]/gu, ' ')}^`;
      mark.hidden = false;
      store.set({ matched: null });
    }
  }

  /** Looks at operations from a row on, and leaves the page a frame in between where there are many. */
  function look(filter, matched, begin, countBefore) {
    const end = performance.now() + patienceOfFrames;
    let [row, count] = [begin, countBefore];
    for (; row < model.count; row += 1) {
      if (row % 1024 === 1023 && performance.now() > end) break;
      if (!filter(row)) continue;
      matched[row] = 1;
      count += 1;
    }
    if (row < model.count) {
      timer = setTimeout(() => look(filter, matched, row, count), 0);
      return;
    }
    timer = null;
    result.textContent = count === 0 ? 'no operation is like that' : counted(count, 'operation');
    store.set({ matched });
    announce(result.textContent);
    if (isAwaited) selectFirst();
    isAwaited = false;
  }

  /** Whether Enter was pressed while it was still looked. */
  let isAwaited = false;
  function selectFirst() {
    const first = store.state.matched?.indexOf(1) ?? -1;
    if (first >= 0) store.set({ selected: first, fold: null });
  }

  function rowsMarked(rows) {
    const marks = new Uint8Array(model.count);
    for (const row of rows) marks[row] = 1;
    return marks;
  }

  field.addEventListener('input', () => {
    isAwaited = false;
    store.set({ query: field.value });
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && field.value !== '') {
      event.stopPropagation();
      store.set({ query: '' });
    } else if (event.key === 'Enter') {
      // What was typed last may not have been looked for yet.
      if (timer !== null) isAwaited = true;
      else selectFirst();
    }
  });
  onKey('/', () => field.focus());
  store.subscribe((state, changed) => {
    if (!changed.includes('query') && !changed.includes('fold')) return;
    if (field.value !== state.query) field.value = state.query;
    clearTimeout(timer);
    timer = setTimeout(search, model.count > 5000 ? patience : 0);
  });
  field.value = store.state.query;
  if (store.state.query !== '' || store.state.fold !== null) search();
  return box;
}
