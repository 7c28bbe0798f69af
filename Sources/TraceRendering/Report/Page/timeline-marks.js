// What is drawn over the bars: the critical path's line, what a selected operation has to do with, and where one is.
import { addSpan, barRoom } from './timeline-bars.js';

/** How many pixels are between two lines of the critical path at least; closer ones would cover everything. */
const pathStepDistance = 8;

/** The most edges of a selected operation that are drawn. */
const mostDrawnEdges = 200;

/** Where an operation is drawn; null for one that is in no lane. */
export function placeOnCanvas(frame, row) {
  const number = frame.layout.laneOf[row];
  if (number < 0) return null;
  const lane = frame.layout.lanes[number];
  const place = frame.layout.placeOf[row];
  const left = (lane.begins[place] - frame.from) * frame.scale;
  const right = Math.max(left + 2, (lane.ends[place] - frame.from) * frame.scale);
  const room = barRoom(lane);
  const top = frame.laneTop(lane) + room.top;
  return { left, right, top, bottom: top + room.height, middle: top + room.height / 2 };
}

/** Joins the operations on the critical path, where they can be told apart. */
export function drawCriticalSteps(frame) {
  const { model, context, paint } = frame;
  const steps = [];
  let last = null;
  let drawn = -Infinity;
  for (const row of model.path) {
    const place = row >= 0 ? placeOnCanvas(frame, row) : null;
    if (!place) continue;
    if (last && last.top !== place.top && place.left >= 0 && last.right <= frame.width) {
      const turn = Math.min(last.right, place.left);
      if (turn - drawn >= pathStepDistance) {
        steps.push([turn, last, place]);
        drawn = turn;
      }
    }
    last = place;
  }
  context.beginPath();
  for (const [turn, before, after] of steps) {
    const isDown = after.top > before.top;
    context.moveTo(turn, isDown ? before.top : before.top - 2);
    context.lineTo(turn, after.top - 3);
    if (after.left > turn) context.lineTo(after.left, after.top - 3);
  }
  strokeTwice(context, paint.colors.background, paint.colors.critical, 1.6);
}

/** Draws lines from what a selected operation waited for, and to what waited for it. */
export function drawRelations(frame, row) {
  const { model, context, paint } = frame;
  const own = placeOnCanvas(frame, row);
  if (!own) return;
  const { into, outOf } = model.neighbours(row);
  for (const [edges, isBefore] of [[into, true], [outOf, false]]) {
    context.beginPath();
    for (const edge of edges.subarray(0, mostDrawnEdges)) {
      const other = placeOnCanvas(frame, isBefore ? model.edges.from[edge] : model.edges.to[edge]);
      if (!other) continue;
      const [start, end] = isBefore ? [other, own] : [own, other];
      const bend = Math.max(12, Math.min(60, Math.abs(end.left - start.right) / 2));
      context.moveTo(start.right, start.middle);
      context.bezierCurveTo(start.right + bend, start.middle, end.left - bend, end.middle, end.left, end.middle);
    }
    context.setLineDash(isBefore ? [] : [5, 3]);
    strokeTwice(context, paint.colors.background, paint.colors.link, 1.5);
  }
  context.setLineDash([]);
}

/** Draws all that an operation waited, at the foot of its lane, over whatever else is there. */
export function drawWholeWait(frame, row) {
  const own = placeOnCanvas(frame, row);
  if (!own) return;
  for (const { state, from, to } of frame.model.intervals(row)) {
    if (state === 'executing') continue;
    const fill = { waitingForDependencies: 'waiting', queueSuspended: 'suspended', waitingForSlot: 'slot' }[state];
    addSpan(frame, fill ?? 'dispatch', false, from, to, own.bottom - 4, 4);
  }
  frame.bars.draw(frame.context, frame.paint.fills);
}

/** Draws a frame around an operation: solid where it is selected, dashed where it is only pointed at. */
export function drawRing(frame, row, kind) {
  const place = placeOnCanvas(frame, row);
  if (!place || place.right < 0 || place.left > frame.width) return;
  const { context, paint } = frame;
  const left = Math.max(place.left, -10) - 1.5;
  const right = Math.min(place.right, frame.width + 10) + 0.5;
  const [y, height] = [place.top - 1.5, place.bottom - place.top + 3];
  context.beginPath();
  context.rect(left, y, Math.max(4, right - left), height);
  context.setLineDash(kind === 'hovered' ? [4, 2] : []);
  strokeTwice(context, paint.colors.background, kind === 'focused' ? paint.colors.focus : paint.colors.text, 2);
  context.setLineDash([]);
}

/** Strokes a path over a wider one, so that it can be seen on any ground. */
function strokeTwice(context, ground, color, width) {
  context.strokeStyle = ground;
  context.lineWidth = width + 2.4;
  context.stroke();
  context.strokeStyle = color;
  context.lineWidth = width;
  context.stroke();
}
