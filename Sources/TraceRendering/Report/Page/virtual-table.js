// A table of any length, of which only the rows that can be seen are in the page.
import { make } from './dom.js';

const rowHeight = 30;
/** Rows above and below those that can be seen, so that none is missing while the table scrolls. */
const spareRows = 8;
/** Browsers draw no element that is higher than some millions of points. */
const mostHeight = 15_000_000;

/** The classes of a column's cells. */
function classOf(column) {
  return [column.isNumber && 'number', column.isMinor && 'minor', column.isWide && 'wide'].filter(Boolean).join(' ') || null;
}

/**
 * Makes a table.
 *
 * @param {object} options
 * @param {string} options.label What it is called.
 * @param {{ key: string, title: string, isNumber?: boolean, isMinor?: boolean, isWide?: boolean }[]} options.columns
 *   Minor ones are left out where there is little room.
 * @param {(place: number, key: string) => (string|Node)} options.cell What a cell shows.
 * @param {(key: string) => void} options.sort Called when a head is chosen.
 * @param {(place: number) => void} options.choose Called when a row is chosen.
 * @param {(place: number) => string} options.rowClass
 */
export function makeVirtualTable(options) {
  const heads = new Map(options.columns.map((column) => [column.key, make('th', {
    scope: 'col', class: classOf(column),
  }, make('button', { type: 'button', text: column.title, onclick: () => options.sort(column.key) }))]));
  // Of one cell: one that spans the columns would count those that are left out where there is little room.
  const above = make('tbody', { 'aria-hidden': 'true' }, make('tr', {}, make('td')));
  const below = above.cloneNode(true);
  const body = make('tbody');
  const table = make('table', { class: 'virtual', tabindex: '0', role: 'grid', 'aria-label': options.label },
    make('thead', {}, make('tr', {}, ...heads.values())), above, body, below);
  const frame = make('div', { class: 'table-frame' }, table);
  let count = 0;
  let active = 0;
  let isWaiting = false;
  let isRemoved = false;

  function render() {
    isWaiting = false;
    if (isRemoved) return;
    const visible = Math.ceil((frame.clientHeight || 480) / rowHeight);
    const most = Math.max(0, Math.min(count, Math.floor(mostHeight / rowHeight)));
    const first = Math.max(0, Math.min(Math.floor(frame.scrollTop / rowHeight), most - visible) - spareRows);
    const end = Math.min(most, first + visible + 2 * spareRows);
    const rows = [];
    for (let place = first; place < end; place += 1) rows.push(makeRow(place));
    body.replaceChildren(...rows);
    above.firstChild.firstChild.style.height = `${first * rowHeight}px`;
    below.firstChild.firstChild.style.height = `${(most - end) * rowHeight}px`;
    above.hidden = first === 0;
    below.hidden = most === end;
    if (body.querySelector('.is-active')) table.setAttribute('aria-activedescendant', activeId());
    else table.removeAttribute('aria-activedescendant');
  }

  function activeId() {
    return `${options.label.replace(/\W/g, '-')}-row-${active}`;
  }

  function makeRow(place) {
    const isActive = place === active;
    const row = make('tr', {
      class: `${options.rowClass(place)}${isActive ? ' is-active' : ''}`,
      'aria-rowindex': String(place + 2), id: isActive ? activeId() : null,
      onclick: () => {
        active = place;
        options.choose(place);
      },
    });
    for (const column of options.columns) {
      const cell = make('td', { class: classOf(column) }, options.cell(place, column.key));
      if (!column.isNumber) cell.title = cell.textContent;
      row.append(cell);
    }
    return row;
  }

  function later() {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(render);
  }

  function reveal(place) {
    active = Math.min(Math.max(place, 0), Math.max(count - 1, 0));
    const head = table.tHead.offsetHeight;
    const top = active * rowHeight;
    if (top < frame.scrollTop) frame.scrollTop = top;
    else if (top + rowHeight > frame.scrollTop + frame.clientHeight - head) {
      frame.scrollTop = top + rowHeight - frame.clientHeight + head;
    }
    later();
  }

  frame.addEventListener('scroll', later, { passive: true });
  const observer = new ResizeObserver(later);
  observer.observe(frame);
  table.addEventListener('keydown', (event) => {
    if (event.target !== table) return;
    const page = Math.max(1, Math.floor(frame.clientHeight / rowHeight) - 2);
    const steps = {
      ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + page, PageUp: active - page, Home: 0, End: count - 1,
    };
    if (event.key in steps) reveal(steps[event.key]);
    else if (event.key === 'Enter' || event.key === ' ') options.choose(active);
    else return;
    event.preventDefault();
  });

  return {
    element: frame,
    /** Shows so many rows, sorted by a column. */
    show(rowCount, sortKey, isAscending) {
      count = rowCount;
      table.setAttribute('aria-rowcount', String(count + 1));
      for (const [key, head] of heads) {
        if (key === sortKey) head.setAttribute('aria-sort', isAscending ? 'ascending' : 'descending');
        else head.removeAttribute('aria-sort');
      }
      active = Math.min(active, Math.max(0, count - 1));
      later();
    },
    /** Draws the rows again, as what they show has changed. */
    refresh: later,
    reveal,
    /** Ends it: what it showed may be gone. */
    remove() {
      isRemoved = true;
      observer.disconnect();
      frame.remove();
    },
  };
}
