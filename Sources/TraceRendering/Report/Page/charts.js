// By queue, how many operations executed and how many waited over the part of the run that the timeline shows.
import { make } from './dom.js';
import { counted, grouped } from './words.js';
import { timeTicks } from './timeline-axis.js';
import { fitCanvas, readPaint } from './timeline-paint.js';
import { CountOverTime, fillColumns, momentsOf } from './timeline-steps.js';
import { makeView } from './timeline-view.js';
import { listenToPointers } from './timeline-input.js';

/** Heights of a chart's parts, in pixels. */
const chartSize = { strip: 44, gap: 14, axis: 18, label: 14 };

const chartHeight = 2 * (chartSize.strip + chartSize.label) + chartSize.gap + chartSize.axis;

/** The most queues of which a chart is shown; those with most operations come first. */
const mostCharts = 24;

/**
 * Makes the charts.
 *
 * @param {HTMLElement} element What they are put into.
 * @param model The run, see `model.js`.
 * @param store The state of the page, see `store.js`.
 */
export function createCharts(element, model, store) {
  const view = makeView(model, store);
  let paint = readPaint();
  const numbers = model.queues.map((_, number) => number).filter((number) => {
    const queue = model.queues[number];
    // What was in no queue is of interest where it executed.
    return queue.count > 0 && !(queue.isNone && queue.peak === 0);
  });
  numbers.sort((left, right) => model.queues[right].count - model.queues[left].count || left - right);
  const shown = numbers.slice(0, mostCharts).sort((left, right) => left - right);
  const charts = shown.map((number) => makeChart(model, view, number));
  const list = make('div', { class: 'charts' }, ...charts.map(({ element: figure }) => figure));
  element.append(make('h2', { id: 'charts-title', text: 'How full the queues were' }), list);
  if (shown.length < numbers.length) {
    const words = `The ${counted(shown.length, 'queue')} with most operations; `
      + `${counted(numbers.length - shown.length, 'queue')} with fewer are left out.`;
    element.append(make('p', { class: 'chart-note', text: words }));
  }

  const inSight = new Set();
  let isPlanned = false;
  function plan() {
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(() => {
      isPlanned = false;
      for (const chart of inSight) chart.draw(paint);
    });
  }
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const chart = charts.find((each) => each.element === target);
      if (isIntersecting) inSight.add(chart);
      else inSight.delete(chart);
    }
    plan();
  }, { rootMargin: '100px' });
  for (const chart of charts) observer.observe(chart.element);
  new ResizeObserver(plan).observe(list);
  document.addEventListener('themechange', () => {
    paint = readPaint();
    plan();
  });
  store.subscribe((_, changed) => {
    if (changed.includes('from') || changed.includes('to')) plan();
  });
}

/** One queue's chart: `element`, and `draw(paint)`. */
function makeChart(model, view, number) {
  const queue = model.queues[number];
  const words = queueSummary(queue);
  const canvas = make('canvas', { class: 'chart', role: 'img', 'aria-label': `${queue.name}: ${words}` });
  const element = make('figure', { class: 'chart-frame' },
    make('figcaption', {}, make('strong', { text: queue.name, title: queue.name }), make('span', { text: words })), canvas);
  let counts = null;
  listenToPointers(canvas, view, {
    width: () => element.clientWidth,
    scrollBy() {}, isFocused: () => false, hover() {}, leave() {}, click() {}, open: () => view.showAll(),
  });
  return {
    element,
    draw(paint) {
      const width = canvas.parentElement.clientWidth;
      if (!fitCanvas(canvas, width, chartHeight)) return;
      counts ??= countsOf(model, number);
      drawChart(canvas.getContext('2d'), { ...view.range, width, paint, queue, counts });
    },
  };
}

/** What a queue did, in a few words. */
function queueSummary(queue) {
  const words = [`at most ${counted(queue.peak, 'operation')} at once`];
  if (queue.mean > 0) words.push(`${queue.mean.toFixed(1)} on average`);
  if (!queue.isNone) words.push(queue.limit === 1 ? 'serial' : queue.limit > 0 ? `limit ${queue.limit}` : 'no limit');
  return words.join(', ');
}

/** What executed, what waited in all, and what of that was ready. */
function countsOf(model, number) {
  const { queue, enqueued, ready, started } = model.columns;
  const isOurs = (row) => queue[row] === number;
  const leaves = (row) => (Number.isNaN(started[row]) ? model.end(row) : started[row]);
  const isReady = (row) => isOurs(row) && !Number.isNaN(ready[row]) && !Number.isNaN(enqueued[row]);
  const isEnqueued = (row) => isOurs(row) && !Number.isNaN(enqueued[row]);
  const at = (moment, test) => momentsOf(model.count, moment, test);
  return {
    executing: new CountOverTime(
      at((row) => started[row], isOurs),
      at((row) => (Number.isNaN(started[row]) ? NaN : Math.max(started[row], model.end(row))), isOurs),
    ),
    waiting: new CountOverTime(at((row) => enqueued[row], isEnqueued), at(leaves, isEnqueued)),
    ready: new CountOverTime(
      at((row) => Math.max(ready[row], enqueued[row]), isReady),
      at((row) => Math.max(ready[row], enqueued[row], leaves(row)), isReady),
    ),
  };
}

function drawChart(context, chart) {
  const { width, paint, from, to, counts, queue } = chart;
  const columnCount = Math.max(1, Math.floor(width));
  const columns = (count) => count.columns(from, to, columnCount);
  const { strip, gap, label } = chartSize;
  context.clearRect(0, 0, width, chartHeight);
  context.font = `11px ${paint.font}`;
  const upper = label + strip;
  const most = Math.max(counts.executing.most, queue.limit > 0 && queue.limit <= counts.executing.most * 4 ? queue.limit : 0);
  drawStrip(context, chart, upper, `executing, of ${grouped(most)}`);
  context.fillStyle = paint.fills.executing;
  fillColumns(context, columns(counts.executing), { left: 0, columnWidth: 1, foot: upper, height: strip, most });
  drawLimit(context, chart, upper, most);

  const lower = upper + gap + label + strip;
  drawStrip(context, chart, lower, `waiting, of ${grouped(counts.waiting.most)}: lines for dependencies, slanted once ready`);
  const area = { left: 0, columnWidth: 1, foot: lower, height: strip, most: counts.waiting.most };
  const [waiting, ready] = [columns(counts.waiting), columns(counts.ready)];
  const drawWaiting = (readyFill) => {
    context.fillStyle = paint.fills.waiting;
    fillColumns(context, waiting, area);
    context.fillStyle = readyFill;
    fillColumns(context, ready, area);
  };
  drawWaiting(paint.fills.slot);
  whileSuspended(context, chart, lower, () => drawWaiting(paint.fills.suspended));
  drawChartAxis(context, chart);
}

/** Draws anew what is in the strip while the queue was suspended: what was ready then waited for that. */
function whileSuspended(context, { width, paint, from, to, queue }, foot, draw) {
  const scale = width / (to - from);
  const spans = queue.suspended.filter(([begin, end]) => begin < to && end > from);
  if (spans.length === 0) return;
  context.save();
  context.beginPath();
  for (const [begin, end] of spans) {
    const left = Math.max(0, (begin - from) * scale);
    context.rect(left, foot - chartSize.strip, Math.max(1, Math.min(width, (end - from) * scale) - left), chartSize.strip);
  }
  context.clip();
  context.fillStyle = paint.colors.surface;
  context.fillRect(0, foot - chartSize.strip, width, chartSize.strip);
  draw();
  context.restore();
}

function drawStrip(context, { width, paint }, foot, words) {
  const { strip } = chartSize;
  context.fillStyle = paint.colors.surface;
  context.fillRect(0, foot - strip, width, strip);
  context.fillStyle = paint.colors.border;
  context.fillRect(0, foot, width, 1);
  context.fillStyle = paint.colors.quiet;
  context.textBaseline = 'alphabetic';
  context.textAlign = 'left';
  // What does not fit is told in fewer words.
  const fitting = [words, words.split(':')[0], words.split(',')[0]].find((text) => context.measureText(text).width < width - 4);
  if (fitting) context.fillText(fitting, 2, foot - strip - 4);
}

/** Draws the queue's limit, as it was at each time, as a dashed line. */
function drawLimit(context, { width, paint, from, to, queue }, foot, most) {
  const scale = width / (to - from);
  context.strokeStyle = paint.colors.text;
  context.lineWidth = 1;
  context.setLineDash([4, 3]);
  context.beginPath();
  queue.limits.forEach(([moment, limit], place) => {
    if (!(limit > 0) || limit > most) return;
    const y = Math.round(foot - (limit / Math.max(1, most)) * chartSize.strip) + 0.5;
    const next = queue.limits[place + 1]?.[0] ?? Infinity;
    context.moveTo(Math.max(0, place === 0 ? 0 : (moment - from) * scale), y);
    context.lineTo(Math.min(width, (next - from) * scale), y);
  });
  context.stroke();
  context.setLineDash([]);
}

function drawChartAxis(context, { width, paint, from, to }) {
  context.fillStyle = paint.colors.quiet;
  context.textBaseline = 'alphabetic';
  for (const { moment, text } of timeTicks(from, to, width)) {
    const x = ((moment - from) / (to - from)) * width;
    const wide = context.measureText(text).width;
    context.fillRect(Math.round(x), chartHeight - chartSize.axis, 1, 4);
    context.fillText(text, Math.max(0, Math.min(x - wide / 2, width - wide)), chartHeight - 3);
  }
}
