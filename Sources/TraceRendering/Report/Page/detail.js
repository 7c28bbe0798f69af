// The panel that tells all of one operation, or of several that the graph shows as one node.
import { announce, make, makeButton, onKey } from './dom.js';
import { Outcome, edgeKinds, outcomes } from './model.js';
import { operationLink, operationLinks } from './verdict.js';
import { counted, durationText, momentText, stateNames } from './words.js';

/** How many edges of a kind are listed. */
const mostEdges = 12;

/** How far above the panel of a phone what was tapped comes to lie, in pixels. */
const coveredRoom = 24;

/** Priorities by their numbers; the normal one is not told. */
const priorities = { '-8': 'very low', '-4': 'low', 4: 'high', 8: 'very high' };

/** What the other operation of an edge is, seen from either end. */
const edgeTitles = {
  into: ['depends on', 'had to wait for the barrier', 'took the slot of', 'waited inside for', 'created by', 'cancelled by',
    'finished by', 'queue resumed by'],
  outOf: ['what depends on it', 'waited behind the barrier', 'gave its slot to', 'what waited inside for it', 'created', 'cancelled', 'finished', 'resumed the queue of'],
};

/**
 * Makes the panel.
 *
 * @param {HTMLElement} element Where it goes.
 * @param model The run.
 * @param store The state of the page.
 * @param {(place: number) => number[]} members The rows of a node of the graph.
 */
export function createDetail(element, model, store, members) {
  const select = (row) => store.set({ selected: row, fold: null });
  let opener = null;

  function close() {
    store.set({ selected: null, fold: null });
    opener?.focus({ preventScroll: true });
  }

  /** What was pointed at last, or has the focus: it stays where it is when the page becomes narrower or wider. */
  let pointed = null;
  document.addEventListener('pointerdown', ({ target }) => {
    if (!element.contains(target)) pointed = target;
  }, { capture: true });
  document.addEventListener('keydown', () => { pointed = null; }, { capture: true });
  function keepingPlace(change) {
    const thing = pointed?.isConnected ? pointed : document.activeElement;
    const place = thing?.closest?.('.table-frame, .picture, .timeline-scroller') ?? thing?.closest?.('a, button, section > *');
    if (!place) return change();
    const before = place.getBoundingClientRect().top;
    change();
    window.scrollBy({ top: place.getBoundingClientRect().top - before, behavior: 'instant' });
  }

  /** Moves the row that was tapped from under the panel, which on a phone lies over what is below. */
  function uncover() {
    const row = pointed?.isConnected ? pointed.closest('tr') : null;
    if (!row || element.clientWidth < document.documentElement.clientWidth) return;
    const covered = row.getBoundingClientRect().bottom - element.getBoundingClientRect().top;
    if (covered > 0) window.scrollBy({ top: covered + coveredRoom, behavior: 'instant' });
  }

  function show(state) {
    const isOpen = state.selected !== null || state.fold !== null;
    const wasOpen = !element.hidden;
    if (isOpen && !wasOpen) opener = document.activeElement;
    const hadFocus = element.contains(document.activeElement);
    keepingPlace(() => {
      element.hidden = !isOpen;
      document.body.classList.toggle('has-detail', isOpen);
    });
    element.replaceChildren();
    if (!isOpen) return;
    const row = state.selected;
    const name = row !== null ? model.name(row) : model.json.graph.names[state.fold];
    element.append(make('div', { class: 'view-head' },
      make('h2', { id: 'detail-title', text: name }),
      makeButton('close', close, { class: 'close', title: 'close (Escape)' }),
    ));
    if (row !== null) element.append(...operationFacts(model, row, select));
    else element.append(...foldFacts(model, members(state.fold), select));
    element.scrollTop = 0;
    uncover();
    // Who goes on from operation to operation within the panel stays in it.
    if (hadFocus && wasOpen) element.focus();
    announce(`${name}: ${row !== null ? model.stateText(row) : counted(members(state.fold).length, 'operation')}; D goes to its panel`);
  }

  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !element.hidden) close();
  });
  onKey('d', () => {
    if (!element.hidden) element.focus();
  });
  store.subscribe((state, changed) => {
    if (changed.includes('selected') || changed.includes('fold')) show(state);
  });
  element.hidden = true;
  show(store.state);
}

function operationFacts(model, row, select) {
  const { columns } = model;
  const list = make('dl', {});
  const add = (term, ...content) => {
    if (content.length > 0 && content[0] !== '') list.append(make('dt', { text: term }), make('dd', {}, ...content));
  };
  const isCritical = columns.critical[row] ? ', on the critical path' : '';
  const state = model.isStalled(row) ? 'stalled' : outcomes[columns.outcome[row]];
  add('outcome', `${state}${isCritical}`);
  add('now', model.remark(row));
  if (model.isBeforeTimeline(row)) add('timeline', 'it ended before what was kept of the recording, so it is in no timeline and chart');
  const rare = model.rarities(row);
  add('failure', rare?.failure ?? '');
  add('class', model.className(row) + (priorities[columns.priority[row]] ? `, ${priorities[columns.priority[row]]} priority` : ''));
  add('queue', model.queue(row).name + (model.queue(row).use ? ` (${model.queue(row).use})` : ''));
  add('number', `#${columns.id[row]}`);
  const threads = threadWords(model, row);
  add('thread', threads);
  if (columns.creator[row] >= 0) add('created by', operationLink(model, columns.creator[row], select));
  if (rare?.canceller !== undefined) add('cancelled by', operationLink(model, rare.canceller, select));
  if (rare?.finisher !== undefined) add('finished by', operationLink(model, rare.finisher, select));
  if (columns.outcome[row] !== Outcome.unfinished && !Number.isNaN(columns.slack[row])) {
    const slack = Math.round(columns.slack[row]);
    add('slack', slack > 0
      ? `could have finished ${durationText(slack)} later without moving the end` : 'none: had it finished later, so had the run');
  }
  if (columns.potential[row] > 0) {
    add('potential', `without it the run would have ended ${durationText(columns.potential[row])} sooner`);
  }
  return [
    list,
    timesTable(model, row),
    momentsTable(model, row),
    ...edgeLists(model, row, select),
    ...noteList(rare?.notes ?? []),
  ];
}

function threadWords(model, row) {
  const { thread, finishThread, enqueueThread } = model.columns;
  const words = [];
  if (thread[row] >= 0) words.push(`ran on ${model.threadWords(thread[row])}`);
  if (enqueueThread[row] >= 0) words.push(`enqueued on ${model.threadWords(enqueueThread[row])}`);
  if (finishThread[row] >= 0 && finishThread[row] !== thread[row]) {
    words.push(`finished on ${model.threadWords(finishThread[row])}`);
  }
  return words.join('; ');
}

function timesTable(model, row) {
  const spans = model.intervals(row);
  if (spans.length === 0) return make('p', { class: 'quiet', text: 'Nothing is known of its times.' });
  return factTable('What it did', ['state', 'from', 'for'], spans.map((span) => [
    stateNames[span.state], momentText(span.from), durationText(span.to - span.from),
  ]));
}

function momentsTable(model, row) {
  const { columns } = model;
  const moments = [
    ['enqueued', columns.enqueued], ['ready', columns.ready], ['start() entered', columns.started],
    ['start() returned', columns.startReturned], ['cancelled', columns.cancelled],
    ['finished', columns.finished], ['deallocated', columns.deallocated],
  ].filter(([, column]) => !Number.isNaN(column[row]))
    .sort((a, b) => a[1][row] - b[1][row]);
  return factTable('Moments', ['what', 'into the recording'], moments.map(([name, column]) => [
    name, momentText(column[row]),
  ]));
}

function factTable(caption, heads, rows) {
  return make('table', { class: 'facts-table' },
    make('caption', { text: caption }),
    make('thead', {}, make('tr', {}, ...heads.map((text) => make('th', { scope: 'col', text })))),
    make('tbody', {}, ...rows.map((cells) => make('tr', {}, ...cells.map((text) => make('td', { text }))))),
  );
}

function edgeLists(model, row, select) {
  const neighbours = model.neighbours(row);
  const list = make('dl', { class: 'edges' });
  for (const side of ['into', 'outOf']) {
    const other = side === 'into' ? model.edges.from : model.edges.to;
    edgeKinds.forEach((_, kind) => {
      // Who created, cancelled and finished it stands above.
      if (side === 'into' && kind >= 4) return;
      const rows = Array.from(neighbours[side]).filter((edge) => model.edges.kind[edge] === kind)
        .map((edge) => other[edge]);
      if (rows.length === 0) return;
      list.append(
        make('dt', { text: `${edgeTitles[side][kind]} (${rows.length})` }),
        make('dd', {}, ...operationLinks(model, rows, select, mostEdges)),
      );
    });
  }
  return list.children.length > 0 ? [make('h3', { text: 'Edges' }), list] : [];
}

function noteList(notes) {
  if (notes.length === 0) return [];
  return [
    make('h3', { text: 'Notes' }),
    make('ul', {}, ...notes.map(([moment, text]) => make('li', { text: `${momentText(moment)}: ${text}` }))),
  ];
}

function foldFacts(model, rows, select) {
  const byTime = [...rows].sort((a, b) => model.execution(b) - model.execution(a));
  const total = rows.reduce((sum, row) => sum + model.execution(row), 0);
  const list = make('dl', {},
    make('dt', { text: 'stands for' }), make('dd', { text: counted(rows.length, 'operation') }),
    make('dt', { text: 'executed' }), make('dd', { text: `${durationText(total)} together` }),
    make('dt', { text: 'median' }), make('dd', { text: durationText(model.execution(byTime[byTime.length >> 1])) }),
  );
  return [
    list,
    make('h3', { text: 'The slowest' }),
    make('ol', {}, ...byTime.slice(0, 20).map((row) => make('li', {},
      operationLink(model, row, select), ` ${model.stateText(row)}`,
    ))),
  ];
}
