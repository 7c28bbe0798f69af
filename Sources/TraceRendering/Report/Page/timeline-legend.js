// What the looks of the timeline mean, for those that occur in it.
import { make } from './dom.js';
import { Flag, Outcome } from './model.js';
import { fitCanvas } from './timeline-paint.js';

/**
 * Makes the legend.
 *
 * @returns `element`, `showPath(isShown)`, and `draw(paint)`, which paints its samples.
 */
export function makeLegend(layout, model) {
  const entries = entriesOf(layout, model);
  const samples = entries.map(([fill, words]) => {
    const canvas = make('canvas', { class: 'timeline-sample', 'aria-hidden': 'true' });
    return { fill, canvas, item: make('li', {}, canvas, make('span', { text: words })) };
  });
  return {
    element: make('ul', { class: 'timeline-legend', 'aria-label': 'What the bars mean' }, ...samples.map(({ item }) => item)),
    /** Shows or hides what the mark of the critical path means. */
    showPath(isShown) {
      for (const { fill, item } of samples) if (fill === 'critical') item.hidden = !isShown;
    },
    draw(paint) {
      for (const { fill, canvas } of samples) {
        fitCanvas(canvas, 28, 14);
        drawSample(canvas.getContext('2d'), paint, fill);
      }
    },
  };
}

function drawSample(context, paint, fill) {
  context.clearRect(0, 0, 28, 14);
  const isLow = ['waiting', 'slot', 'suspended', 'dispatch'].includes(fill);
  context.fillStyle = fill === 'critical' ? paint.colors.executing : paint.fills[fill];
  context.fillRect(0, isLow ? 7 : 3, 28, isLow ? 6 : 10);
  if (fill === 'critical') {
    context.fillStyle = paint.colors.critical;
    context.fillRect(0, 0, 28, 3);
  }
}

/** The looks that occur, with what they mean. */
function entriesOf(layout, model) {
  const { outcome, flags, ready, slotTaken, started } = model.columns;
  const cancelled = [Outcome.cancelledBeforeStart, Outcome.cancelledWhileExecuting];
  const found = new Set();
  for (let row = 0; row < model.count; row += 1) {
    const isStalled = (flags[row] & Flag.stalled) !== 0;
    if (isStalled) found.add('stalled');
    else if (!Number.isNaN(started[row]) && [Outcome.succeeded, Outcome.unfinished].includes(outcome[row])) found.add('executing');
    // What was stalled before it started is drawn as that alone.
    if (isStalled && Number.isNaN(started[row])) continue;
    if (outcome[row] === Outcome.failed) found.add('failed');
    if (cancelled.includes(outcome[row])) found.add('cancelled');
    if (ready[row] > model.begin(row)) found.add('waiting');
    if (slotTaken[row] > ready[row]) found.add('slot');
    // Without a wait for a slot, one was free at once.
    if (started[row] > (Number.isNaN(slotTaken[row]) ? ready[row] : slotTaken[row])) found.add('dispatch');
  }
  if (layout.lanes.some((lane) => lane.rows.length > 2000)) found.add('many');
  if (model.path.length > 0) found.add('critical');
  if (layout.bands.some(({ queue }) => queue.suspended.length > 0)) found.add('suspended').add('shade');
  if (layout.bands.some(({ barriers }) => barriers.length > 0)) found.add('barrier');
  return [
    ['executing', 'executes'],
    ['many', 'many, too short to draw apart'],
    ['critical', 'on the critical path'],
    ['waiting', 'waits for dependencies'],
    ['slot', 'waits for a slot'],
    ['suspended', 'waits, queue suspended'],
    ['dispatch', 'dispatch'],
    ['stalled', 'stalled'],
    ['failed', 'failed'],
    ['cancelled', 'cancelled'],
    ['shade', 'queue suspended'],
    ['barrier', 'barrier'],
  ].filter(([fill]) => found.has(fill));
}
