// The timeline: what executed when and in which slot of which queue, on a canvas.
import { make, makeButton } from './dom.js';
import { outcomes } from './model.js';
import { counted, durationText } from './words.js';
import { axisHeight, drawTimeline } from './timeline-frame.js';
import { listenToPointers } from './timeline-input.js';
import { moveByKey } from './timeline-keys.js';
import { makeTimelineLanes } from './timeline-lanes.js';
import { makeLegend } from './timeline-legend.js';
import { fitCanvas, readPaint } from './timeline-paint.js';
import { makeView } from './timeline-view.js';
import { makeMinimap } from './minimap.js';

const keysInWords = 'left and right go to the operation before and after in a lane, up and down to the lane above and below; '
  + '[ and ] along the critical path; Enter selects, Escape ends the selection; plus and minus zoom, 0 shows all, '
  + 'Page Up and Page Down move in time.';

/**
 * Makes the timeline.
 *
 * @param {HTMLElement} element What it is put into.
 * @param model The run, see `model.js`.
 * @param store The state of the page, see `store.js`.
 */
export function createTimeline(element, model, store) {
  const view = makeView(model, store);
  const layout = makeTimelineLanes(model);
  let paint = readPaint();
  let focused = null;
  let pointer = null;
  let isPlanned = false;

  const canvas = make('canvas', {
    class: 'timeline-canvas', tabindex: '0', role: 'application', 'aria-roledescription': 'timeline',
    'aria-label': `timeline of ${counted(model.count, 'operation')}; ${keysInWords}`,
    'aria-describedby': 'timeline-status',
  });
  const spacer = make('div', { class: 'timeline-lanes' }, canvas);
  const scroller = make('div', { class: 'timeline-scroller' }, spacer);
  const status = make('p', { class: 'timeline-status', id: 'timeline-status', 'aria-live': 'polite' });
  const minimap = makeMinimap(model, store, view);
  const legend = makeLegend(layout, model);
  const head = make('div', { class: 'view-head' }, make('h2', { id: 'timeline-title', text: 'What executed when' }),
    make('div', { class: 'tools' },
      makeButton('−', () => view.zoom(1 / 1.6), { 'aria-label': 'zoom out of the timeline', title: 'zoom out (-)' }),
      makeButton('+', () => view.zoom(1.6), { 'aria-label': 'zoom into the timeline', title: 'zoom in (+)' }),
      makeButton('all', () => view.showAll(), { 'aria-label': 'show all of the timeline', title: 'show all (0)' }),
      makeButton('selected', showSelected, {
        'aria-label': 'zoom to the selected operation', title: 'zoom to what is selected',
      })));
  element.append(head, minimap.element, scroller, status, legend.element);
  spacer.style.height = `${layout.height + axisHeight}px`;

  function showSelected() {
    const { selected } = store.state;
    if (selected !== null && !model.isBeforeTimeline(selected)) view.showOperation(selected);
  }

  /** What steps forward: what the operation at hand has to do with, or what was looked for; null for everything. */
  let lit = null;
  let litFor = { chosen: null, matched: null };
  function marksOfLit({ hovered, selected, matched }) {
    const chosen = hovered ?? selected;
    if (litFor.chosen === chosen && litFor.matched === matched) return lit;
    litFor = { chosen, matched };
    lit = matched ?? null;
    if (chosen !== null) {
      const { ancestors, descendants, direct } = model.relations(chosen);
      lit = new Uint8Array(model.count);
      for (let row = 0; row < model.count; row += 1) lit[row] = ancestors[row] | descendants[row];
      for (const row of direct) lit[row] = 1;
      lit[chosen] = 1;
    }
    return lit;
  }

  function draw() {
    isPlanned = false;
    const { clientWidth: width, clientHeight: height } = scroller;
    if (!fitCanvas(canvas, width, height)) return;
    const { state } = store;
    drawTimeline({
      context: canvas.getContext('2d'), width, height, model, layout, paint, ...view.range,
      scroll: scroller.scrollTop, lit: marksOfLit(state), showsCritical: state.criticalPath,
      selected: state.selected, hovered: state.hovered, focused: isFocused() ? focused : null, pointer,
    });
    minimap.draw(paint);
  }

  function plan() {
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(draw);
  }

  const isFocused = () => document.activeElement === canvas;

  /** The operation at a place in the canvas; null for none. */
  function rowAt(x, y) {
    if (y < axisHeight) return null;
    const top = y - axisHeight + scroller.scrollTop;
    const lane = layout.lanes.find((each) => top >= each.top && top < each.top + each.height);
    const { from, to } = view.range;
    const perPixel = (to - from) / Math.max(1, scroller.clientWidth);
    const place = lane?.placeAt(from + x * perPixel, 3 * perPixel) ?? -1;
    return place < 0 ? null : lane.rows[place];
  }

  /** What an operation did, in a line. */
  function describe(row) {
    const words = [model.name(row), `queue ${model.queue(row).name}`];
    words.push(`waited ${durationText(model.wait(row))}`, `executed ${durationText(model.execution(row))}`);
    words.push(model.isStalled(row) ? 'stalled' : outcomes[model.columns.outcome[row]]);
    if (model.columns.critical[row]) words.push('on the critical path');
    if (model.isBeforeTimeline(row)) words.push('ended before what is shown here');
    return words.join(', ');
  }

  const hint = matchMedia('(pointer: coarse)').matches
    ? 'Two fingers zoom, one moves in time, a tap selects.'
    : 'Click the timeline and turn the wheel to zoom, or hold Ctrl; drag to move.';
  function say({ hovered, selected }) {
    const row = hovered ?? (isFocused() ? focused : null) ?? selected;
    const text = row === null ? hint : describe(row);
    if (status.textContent !== text) status.textContent = text;
  }

  function scrollTo(row) {
    const lane = layout.lanes[layout.laneOf[row]];
    if (!lane) return;
    const room = scroller.clientHeight - axisHeight;
    if (lane.top - 30 < scroller.scrollTop) scroller.scrollTop = lane.top - 30;
    if (lane.top + lane.height > scroller.scrollTop + room) scroller.scrollTop = lane.top + lane.height + 6 - room;
  }

  /** Moves in time, if need be, to where an operation executed or, where it never did, waited. */
  function reveal(row) {
    if (model.isBeforeTimeline(row)) return;
    view.reveal(Math.max(0, model.columns.started[row] || model.begin(row) || 0), model.end(row));
  }

  function focus(row) {
    focused = row;
    scrollTo(row);
    reveal(row);
    store.set({ hovered: row });
    say(store.state);
    plan();
  }

  listenToPointers(canvas, view, {
    width: () => scroller.clientWidth,
    scrollBy: (down) => { scroller.scrollTop += down; },
    isFocused,
    hover(x, y) {
      const { from, to } = view.range;
      pointer = from + (x / Math.max(1, scroller.clientWidth)) * (to - from);
      store.set({ hovered: rowAt(x, y) });
      plan();
    },
    leave() {
      pointer = null;
      store.set({ hovered: null });
      plan();
    },
    click(x, y) {
      const row = rowAt(x, y);
      if (row !== null) focused = row;
      store.set({ selected: row, fold: null });
    },
    open: showSelected,
  });
  canvas.addEventListener('keydown', (event) => {
    const isTaken = view.press(event) || moveByKey(event, { model, layout, store, view, focused, focus });
    if (isTaken) event.preventDefault();
  });
  canvas.addEventListener('focus', () => {
    focused ??= store.state.selected;
    say(store.state);
    plan();
  });
  canvas.addEventListener('blur', () => {
    store.set({ hovered: null });
    say(store.state);
    plan();
  });
  scroller.addEventListener('scroll', plan, { passive: true });
  new ResizeObserver(plan).observe(scroller);
  document.addEventListener('themechange', () => {
    paint = readPaint();
    legend.draw(paint);
    plan();
  });
  store.subscribe((state, changed) => {
    if (changed.includes('selected') && state.selected !== null) {
      focused = state.selected;
      scrollTo(state.selected);
      reveal(state.selected);
    }
    if (changed.includes('criticalPath')) legend.showPath(state.criticalPath);
    say(state);
    plan();
  });
  legend.draw(paint);
  legend.showPath(store.state.criticalPath);
  say(store.state);
  if (store.state.selected !== null) requestAnimationFrame(() => scrollTo(store.state.selected));
  plan();
}
