// What changed since other runs: words and tables that are ready to be shown.
import { byId, make, makeButton } from './dom.js';
import { filterFor } from './table-rows.js';
import { counted } from './words.js';

/** Fills the section of changes; without other runs it stays hidden. */
export function showChanges(element, model, store) {
  const { changes } = model.json;
  if (!changes) return;
  element.hidden = false;
  element.classList.add(`level-${changes.level}`);
  element.append(
    make('h2', { id: 'changes-title', text: 'What changed' }),
    make('p', { class: 'verdict-line', text: changes.verdict }),
    make('p', { class: 'quiet', text: changes.runs }),
    ...changes.notes.map((note) => make('p', { class: 'notice', text: note })),
    ...changes.findings.filter(({ entries }) => entries.length > 0).map(findingList),
  );
  if (!changes.totals) return;
  element.append(
    changeTable(changes.totals, () => null),
    make('p', { class: 'quiet', text: changes.basis }),
    make('div', { class: 'change-tables' }, ...changes.tables.map((table) => changeTable(table, (part) => () => {
      store.set({ query: partFilter(part), table: 'operations', sort: '', fold: null });
      byId('tables').scrollIntoView();
    }))),
  );
}

function findingList({ heading, entries, rest }) {
  return make('div', {},
    make('h3', { text: heading }),
    ...entries.map(({ head, severity, sentence }) => make('p', { class: `finding ${severity}` },
      make('span', { class: 'rule', text: head }),
      make('span', { class: 'sentence', text: sentence }))),
    rest > 0 ? make('p', { class: 'quiet', text: `and ${counted(rest, 'more finding')}` }) : null);
}

/** A table; the names of parts that the page has search for their operations. */
function changeTable({ heading, heads, rows, parts, rest }, search) {
  const name = (text, part) => {
    const listener = part ? search(part) : null;
    const title = `search for ${text.trim()}`;
    return listener ? makeButton(text, listener, { class: 'as-link', title }) : text;
  };
  const isText = (place) => place === 0 || heads[place] === 'queue';
  const body = rows.map((cells, row) => make('tr', {}, ...cells.map((text, place) => (place === 0
    ? make('th', { scope: 'row', class: text.startsWith(' ') ? 'is-part' : null }, name(text, parts[row]))
    : make('td', { class: isText(place) ? null : 'number', text })))));
  return make('div', { class: 'change-table', role: 'region', tabindex: '0', 'aria-label': heading },
    make('table', {},
      make('caption', { text: heading }),
      make('thead', {}, make('tr', {}, ...heads.map((text, place) => make('th', {
        scope: 'col', class: isText(place) ? null : 'number', text,
      })))),
      make('tbody', {}, ...body)),
    rest > 0 ? make('p', { class: 'quiet', text: `and ${counted(rest, 'more row')}` }) : null);
}

/** The filter that holds for the operations of a part, whose numbers are left open. */
function partFilter(part) {
  const filters = [filterFor(part.class, 'class')];
  if (part.name) filters.unshift(filterFor(part.name, 'name'));
  return filters.join(' ');
}
