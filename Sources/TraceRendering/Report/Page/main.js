// Puts the page together.
import { announce, byId, make, makeButton } from './dom.js';
import { readModel } from './model.js';
import { createStore } from './store.js';
import { createTheme } from './theme.js';
import { showHead, showVerdict } from './verdict.js';
import { showChanges } from './changes.js';
import { showNumbers } from './numbers.js';
import { createGraph, membersByNode } from './graph.js';
import { createDetail } from './detail.js';
import { createCharts } from './charts.js';
import { createSearch } from './search.js';
import { createTables } from './tables.js';
import { createTimeline } from './timeline.js';

const model = readModel(JSON.parse(byId('data').textContent));
const store = createStore({
  selected: null, hovered: null, fold: null, query: '', matched: null, criticalPath: true,
  from: null, to: null, sort: '', table: '', graph: '', theme: 'auto',
}, {
  // Operations are called by their numbers in the trace, which another report of it has, too.
  selected: {
    write: (row) => String(model.columns.id[row]),
    read: (text) => (model.row(Number(text)) < 0 ? undefined : model.row(Number(text))),
  },
  fold: {
    write: (place) => model.json.graph.nodes[place],
    read: (text) => (model.json.graph.nodes.includes(text) ? model.json.graph.nodes.indexOf(text) : undefined),
  },
});
const select = (row) => store.set({ selected: row, fold: null });
const members = membersByNode(model, model.json.graph.nodes.length);

const themeButton = createTheme(store);
showHead(byId('head'), model);
byId('head').append(toolbar());
showVerdict(byId('verdict'), model, select);
showChanges(byId('changes'), model, store);
showNumbers(byId('numbers'), model);
// Before the views, which then know how much room the open panel leaves them.
createDetail(byId('detail'), model, store, members);
createGraph(byId('graph'), model, store);
createTimeline(byId('timeline'), model, store);
createCharts(byId('charts'), model, store);
createTables(byId('tables'), model, store);
// Of a run in which nothing was, the verdict says all.
if (model.count === 0 && model.queues.every(({ barriers }) => barriers.length === 0)) {
  for (const name of ['numbers', 'views', 'charts', 'tables']) byId(name).hidden = true;
}
document.querySelector('.skip').addEventListener('click', (event) => {
  // The fragment of the address is the view's.
  event.preventDefault();
  byId('verdict').focus();
});
// What the first selection and the first order of a large run need is made before somebody waits for it.
(globalThis.requestIdleCallback ?? setTimeout)(() => {
  if (model.count > 0) model.neighbours(0);
});
performance.mark('ready');
document.documentElement.dataset.ready = '';

function toolbar() {
  const path = make('input', {
    type: 'checkbox', id: 'path-shown', onchange: () => store.set({ criticalPath: path.checked }),
  });
  path.checked = store.state.criticalPath;
  store.subscribe((state) => {
    path.checked = state.criticalPath;
  });
  const copy = makeButton('copy link', async () => {
    const link = store.link();
    try {
      await navigator.clipboard.writeText(link);
      announce('the link to this view was copied');
      copy.textContent = 'copied';
    } catch {
      // Without leave to copy, the address of the page is what can be copied.
      copy.textContent = 'copy the address above';
    }
    setTimeout(() => {
      copy.textContent = 'copy link';
    }, 2000);
  });
  return make('div', { class: 'toolbar', role: 'group', 'aria-label': 'view' },
    createSearch(model, store, members),
    make('label', {}, path, ' critical path'), copy, themeButton, keyHelp());
}

/** What can be done by keys. */
function keyHelp() {
  const keys = [
    [['/'], 'search; Enter takes the first that is found'],
    [['Tab'], 'to the graph, the timeline and the tables'],
    [['←', '→', '↑', '↓'], 'to the next operation, or move what is shown'],
    [['+', '−', '0'], 'zoom in, zoom out, show all'],
    [['Enter'], 'select: it lights up everywhere'],
    [['D'], 'to the panel of what is selected'],
    [['Esc'], 'close the panel'],
  ];
  return make('details', { class: 'keys' }, make('summary', { text: 'Keys' }),
    make('dl', {}, ...keys.flatMap(([names, text]) => [
      make('dt', {}, ...names.flatMap((name, place) => (place > 0 ? [' ', make('kbd', { text: name })] : [make('kbd', { text: name })]))),
      make('dd', { text }),
    ])));
}
