// The tables below the pictures: all operations, the slowest classes, the slowest names.
import { make, makeButton } from './dom.js';
import { makeVirtualTable } from './virtual-table.js';
import { groupRows, operationRows } from './table-rows.js';
import { counted, grouped } from './words.js';

const kinds = {
  operations: { title: 'Operations', sort: 'execution', rows: operationRows },
  classes: { title: 'Classes', sort: 'total', rows: (model, matched) => groupRows(model, matched, 'class') },
  names: { title: 'Names', sort: 'total', rows: (model, matched) => groupRows(model, matched, 'name') },
};

/** How many rows of each table are printed, and how many letters of a text: one name must not take pages. */
const printedRows = 40;
const printedLetters = { head: 60, tail: 25 };

/** Makes the tables, one of which is shown. */
export function createTables(element, model, store) {
  const words = make('p', { class: 'quiet', id: 'table-words' });
  const panel = make('div', { role: 'tabpanel', id: 'table-panel', 'aria-labelledby': 'tab-operations' });
  const printed = make('div', { class: 'printed' });
  const tabs = Object.entries(kinds).map(([kind, { title }]) => makeButton(title, () => store.set({ table: kind, sort: '' }), {
    role: 'tab', id: `tab-${kind}`, 'aria-controls': 'table-panel',
  }));
  const tabList = make('div', { class: 'tools', role: 'tablist', 'aria-label': 'tables' }, ...tabs);
  element.append(
    make('div', { class: 'view-head' }, make('h2', { id: 'tables-title', text: 'What took longest' }), tabList),
    words, panel, printed,
  );
  let [rows, order, table, shownKind] = [null, [], null, null];

  const kindOf = (state) => (kinds[state.table] ? state.table : 'operations');

  /** The column and direction of the order; a minus in front stands for ascending. */
  function sortOf(state, kind) {
    const key = state.sort.replace(/^-/, '');
    const isKnown = rows.columns.some((column) => column.key === key);
    return isKnown ? { key, isAscending: state.sort.startsWith('-') } : { key: kinds[kind].sort, isAscending: false };
  }

  function sorted(state, kind) {
    const { key, isAscending } = sortOf(state, kind);
    const ascending = rows.order(key);
    return isAscending ? ascending : ascending.reverse();
  }

  function chooseSort(key) {
    const now = sortOf(store.state, kindOf(store.state));
    const isText = !rows.columns.find((column) => column.key === key).isNumber;
    // Of texts the first is looked for, of numbers the largest.
    const isAscending = now.key === key ? !now.isAscending : isText;
    store.set({ sort: isAscending ? `-${key}` : key });
  }

  function choose(place) {
    if (rows.filter) store.set({ query: rows.filter(order[place]), table: 'operations', sort: '', fold: null });
    else store.set({ selected: rows.row(order[place]), fold: null });
  }

  function show(state) {
    const kind = kindOf(state);
    rows = kinds[kind].rows(model, state.matched);
    if (kind !== shownKind) {
      shownKind = kind;
      table?.remove();
      table = makeVirtualTable({
        label: kinds[kind].title,
        columns: rows.columns,
        cell: (place, key) => rows.cell(order[place], key),
        sort: chooseSort,
        choose,
        rowClass: (place) => rowClass(order[place]),
      });
      panel.replaceChildren(table.element);
      panel.setAttribute('aria-labelledby', `tab-${kind}`);
    }
    tabs.forEach((tab, place) => {
      const isChosen = Object.keys(kinds)[place] === kind;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
    });
    order = sorted(state, kind);
    const { key, isAscending } = sortOf(state, kind);
    words.textContent = state.matched ? `only what the search or the graph chose: ${counted(rows.count, 'row')}` : counted(rows.count, 'row');
    table.show(rows.count, key, isAscending);
  }

  function rowClass(place) {
    if (rows.filter) return '';
    const classes = [];
    if (place === store.state.selected) classes.push('is-selected');
    if (model.isStalled(place)) classes.push('is-stalled');
    if (store.state.criticalPath && model.columns.critical[place]) classes.push('is-critical');
    return classes.join(' ');
  }

  tabList.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const names = Object.keys(kinds);
    const next = (names.indexOf(kindOf(store.state)) + step + names.length) % names.length;
    store.set({ table: names[next], sort: '' });
    tabs[next].focus();
    event.preventDefault();
  });
  store.subscribe((state, changed) => {
    if (changed.includes('table') || changed.includes('sort')) show(state);
    // What was found is shown in the pictures first, and in the table a frame later.
    else if (changed.includes('matched')) setTimeout(() => show(store.state));
    if (changed.includes('selected') || changed.includes('criticalPath')) {
      if (!rows.filter && state.selected !== null) {
        const place = order.indexOf(state.selected);
        if (place >= 0) table.reveal(place);
      }
      table.refresh();
    }
  });
  addEventListener('beforeprint', () => printed.replaceChildren(...printedTables(model, store.state)));
  addEventListener('afterprint', () => printed.replaceChildren());
  show(store.state);
}

/** The first rows of all tables, for paper. */
function printedTables(model, state) {
  return Object.values(kinds).map(({ title, sort, rows: rowsOf }) => {
    const rows = rowsOf(model, state.matched);
    const order = Array.from(rows.order(sort).reverse().slice(0, printedRows));
    const rest = rows.count - order.length;
    return make('div', {},
      make('h3', { text: rest > 0 ? `${title}, the first ${order.length} of ${grouped(rows.count)}` : title }),
      make('table', {},
        make('thead', {}, make('tr', {}, ...rows.columns.map((column) => make('th', { text: column.title, class: column.isNumber ? 'number' : null })))),
        make('tbody', {}, ...order.map((place) => make('tr', {}, ...rows.columns.map((column) => make('td', {
          class: column.isNumber ? 'number' : null, text: shortened(rows.cell(place, column.key)),
        })))))));
  });
}

/** A text without its middle, where it is long. */
function shortened(text) {
  const { head, tail } = printedLetters;
  const letters = Array.from(text);
  return letters.length <= head + tail + 1 ? text : `${letters.slice(0, head).join('')}…${letters.slice(-tail).join('')}`;
}
