// What stands in the tables: operations, and the same by class and by name.
import { orderOf, ranksOf } from './sorting.js';
import { durationText, grouped, momentText } from './words.js';

/** The columns of operations. */
const operationColumns = [
  { key: 'name', title: 'name' },
  { key: 'class', title: 'class', isMinor: true },
  { key: 'queue', title: 'queue', isMinor: true },
  { key: 'state', title: 'outcome', isWide: true },
  { key: 'begin', title: 'enqueued', isNumber: true, isMinor: true },
  { key: 'wait', title: 'waited', isNumber: true },
  { key: 'execution', title: 'executed', isNumber: true },
  { key: 'slack', title: 'slack', isNumber: true, isMinor: true },
];

/** The columns of what is counted together. */
const groupColumns = [
  { key: 'name', title: 'name' },
  { key: 'count', title: 'operations', isNumber: true },
  { key: 'total', title: 'executed in all', isNumber: true },
  { key: 'median', title: 'median', isNumber: true, isMinor: true },
  { key: 'longest', title: 'slowest', isNumber: true },
  { key: 'wait', title: 'waited in all', isNumber: true, isMinor: true },
  { key: 'bad', title: 'failed, cancelled, unfinished', isNumber: true, isMinor: true },
];

const kept = new Map();

/** Makes something once. */
function once(key, maker) {
  if (!kept.has(key)) kept.set(key, maker());
  return kept.get(key);
}

/** The table of operations: `{ columns, count, order(key), cell(place, key), row(place) }`. */
export function operationRows(model, matched) {
  const all = Uint32Array.from({ length: model.count }, (_, row) => row);
  const rows = matched ? all.filter((row) => matched[row]) : all;
  const numbers = {
    begin: model.begin, wait: model.wait, execution: model.execution, slack: (row) => model.columns.slack[row],
  };
  const texts = {
    name: model.name, class: model.className, queue: (row) => model.queue(row).name, state: stateOf(model),
  };
  const keysOf = (key) => once(`operations ${key}`, () => {
    if (numbers[key]) return Float64Array.from(all, numbers[key]);
    if (key === 'name') return nameKeys(model, all);
    const known = new Map();
    const places = Uint32Array.from(all, (row) => {
      const text = texts[key](row);
      if (!known.has(text)) known.set(text, known.size);
      return known.get(text);
    });
    const ranks = ranksOf([...known.keys()]);
    return Float64Array.from(places, (place) => ranks[place]);
  });
  return {
    columns: operationColumns,
    count: rows.length,
    order(key) {
      const keys = keysOf(key);
      const order = orderOf(Float64Array.from(rows, (row) => keys[row]));
      return order.map((place) => rows[place]);
    },
    cell(row, key) {
      if (texts[key]) return texts[key](row);
      const value = numbers[key](row);
      if (Number.isNaN(value)) return '–';
      return key === 'begin' ? momentText(value) : durationText(value);
    },
    row: (row) => row,
  };
}

/** Numbers in the order of the names; the names of most operations differ in the number at their end alone. */
function nameKeys(model, rows) {
  const known = new Map();
  const places = Uint32Array.from(rows, (row) => {
    const [stem] = model.nameParts(row);
    if (!known.has(stem)) known.set(stem, known.size);
    return known.get(stem);
  });
  const ranks = ranksOf([...known.keys()]);
  return Float64Array.from(rows, (row) => ranks[places[row]] * 2 ** 33 + model.nameParts(row)[1] + 1);
}

function stateOf(model) {
  return (row) => (model.isStalled(row) ? 'stalled' : model.columns.outcome[row] === 0 ? 'succeeded' : model.stateText(row));
}

/** The table of classes, or of names without their numbers. */
export function groupRows(model, matched, by) {
  const keyOf = by === 'class' ? model.className : (row) => model.name(row).replace(/\d+/g, '#');
  const groups = new Map();
  for (let row = 0; row < model.count; row += 1) {
    if (matched && !matched[row]) continue;
    const key = keyOf(row);
    let group = groups.get(key);
    if (!group) {
      group = { name: key, rows: [], total: 0, wait: 0, bad: 0, longest: -1, slowest: row };
      groups.set(key, group);
    }
    const time = model.execution(row);
    group.rows.push(row);
    group.total += time;
    group.wait += model.wait(row);
    if (model.columns.outcome[row] !== 0) group.bad += 1;
    if (time > group.longest) [group.longest, group.slowest] = [time, row];
  }
  const entries = [...groups.values()];
  for (const entry of entries) {
    entry.count = entry.rows.length;
    const times = Float64Array.from(entry.rows, model.execution).sort();
    entry.median = times[times.length >> 1];
  }
  return {
    columns: groupColumns,
    count: entries.length,
    order(key) {
      const keys = key === 'name' ? ranksOf(entries.map((entry) => entry.name)) : Float64Array.from(entries, (entry) => entry[key]);
      return orderOf(keys);
    },
    cell(place, key) {
      const value = entries[place][key];
      if (key === 'name') return value;
      return key === 'count' || key === 'bad' ? grouped(value) : durationText(value);
    },
    row: (place) => entries[place].slowest,
    filter: (place) => filterFor(entries[place].name, by),
  };
}

/** The filter that holds for what is counted together. */
export function filterFor(name, by) {
  const field = by === 'class' ? 'class' : 'name';
  if (by === 'class' || !name.includes('#')) {
    return /^[^\s():<>="&|!'\\]+$/.test(name) ? `${field}=${name}` : `${field}="${name.replace(/["\\]/g, '\\$&')}"`;
  }
  // Numbers are left open. In quotation marks, stars would be taken as they are.
  return `${field}:${name.replaceAll('#', '*').replace(/[\s():<>="&|!'\\]/g, '?')}`;
}
