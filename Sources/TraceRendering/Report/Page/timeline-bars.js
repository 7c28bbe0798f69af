// The bars of one lane: each by itself where there is room, and what is thinner together.
import { Flag, Outcome } from './model.js';

/** What is thinner than this many pixels is drawn with its neighbours. */
const thinnest = 3;

/** How wide a column is in which thin ones are drawn together. */
const columnWidth = 2;

/** What the fill of a state is called. */
const stateFills = {
  waitingForDependencies: 'waiting',
  queueSuspended: 'suspended',
  waitingForSlot: 'slot',
  dispatch: 'dispatch',
  executing: 'executing',
};

/**
 * Draws what can be seen of a lane into the frame's batches, and collects labels.
 *
 * Takes time by the number of pixels, not by that of operations.
 *
 * @param frame What is drawn at the moment: see `timeline-frame.js`.
 * @param lane The lane.
 * @param {number} top Where it begins in the canvas.
 */
export function drawTimelineLane(frame, lane, top) {
  const { from, to, scale } = frame;
  const { rows, begins, ends } = lane;
  const x = (moment) => (moment - from) * scale;
  const perColumn = columnWidth / scale;
  let column = null;
  let place = lane.placeEndingAfter(from);
  while (place < rows.length && begins[place] < to) {
    const width = (ends[place] - begins[place]) * scale;
    if (width >= thinnest) {
      column = closeColumn(frame, lane, top, column);
      drawBar(frame, lane, place, top, x(begins[place]), width);
      place += 1;
      continue;
    }
    const left = Math.floor(x(begins[place]) / columnWidth) * columnWidth;
    const end = from + (left + columnWidth) / scale;
    let next = Math.max(place + 1, lane.placeBeginningFrom(end, place));
    // Only the last of them can reach far beyond the column, and is then drawn by itself.
    if (next > place + 1 && (ends[next - 1] - begins[next - 1]) * scale >= thinnest) next -= 1;
    // As high as the column is full, in steps, and never so low that it is not seen.
    const full = (lane.busy[next] - lane.busy[place]) / perColumn;
    const share = Math.min(1, Math.max(0.5, Math.ceil(full * 6) / 6));
    const kind = columnKind(frame, lane, place, next, share);
    if (column && column.right === left && column.key === kind.key) {
      column.right = left + columnWidth;
    } else {
      closeColumn(frame, lane, top, column);
      column = { ...kind, left, right: left + columnWidth };
    }
    place = next;
  }
  closeColumn(frame, lane, top, column);
}

/** How a column of thin bars looks. */
function columnKind(frame, lane, from, to, share) {
  const some = (sums) => sums[to] > sums[from];
  const mark = some(lane.stalled) ? 'stalled' : some(lane.failed) ? 'failed' : null;
  const isCritical = frame.showsCritical && some(lane.critical);
  const isFaint = lane.countLit(frame.lit, from, to) === 0;
  const fill = lane.ran ? (to - from > 1 ? 'many' : 'executing') : 'waiting';
  return { key: `${fill} ${mark} ${isCritical} ${isFaint} ${share}`, fill, mark, isCritical, isFaint, share };
}

function closeColumn(frame, lane, top, column) {
  if (!column) return null;
  const { left, right, fill, mark, isCritical, isFaint, share } = column;
  const room = barRoom(lane);
  const height = Math.max(2, room.height * share);
  const y = top + room.top + room.height - height;
  frame.bars.add(fill, isFaint, left, y, right - left, height);
  // That one of many failed is no reason to show them all as failed.
  if (mark) {
    const low = Math.min(height, room.height / 2);
    frame.bars.add(mark, isFaint, left, y + height - low, right - left, low);
  }
  if (isCritical) frame.bars.add('critical', false, left, top, right - left, criticalThickness(lane));
  return null;
}

function drawBar(frame, lane, place, top, left, width) {
  const row = lane.rows[place];
  const room = barRoom(lane);
  const isFaint = frame.lit !== null && !frame.lit[row];
  // A gap keeps neighbours apart that follow each other at once.
  const right = Math.min(left + width - (width > 5 ? 1 : 0.5), frame.width + 2);
  const shownLeft = Math.max(left, -2);
  const y = top + room.top;
  const fill = lane.ran ? barFill(frame.model, row) : null;
  if (fill) {
    frame.bars.add(fill, isFaint, shownLeft, y, right - shownLeft, room.height);
    if (fill !== 'executing' && right - shownLeft > 4) {
      frame.outlines.push(fill, isFaint, left, y, left + width - 1 - left, room.height);
    }
    drawWaitBefore(frame, lane, place, top, left, isFaint);
  } else {
    drawStates(frame, row, y, room.height, isFaint);
  }
  if (frame.showsCritical && frame.model.columns.critical[row]) {
    frame.bars.add('critical', false, shownLeft, top, right - shownLeft, criticalThickness(lane));
  }
  if (room.height >= 12 && right - shownLeft >= 18) {
    frame.labels.push({ row, fill: fill ?? 'waiting', left: shownLeft, right, y, height: room.height, isFaint });
  }
}

/** What the time in which an operation executed is filled with. */
function barFill(model, row) {
  const { outcome, flags } = model.columns;
  if (flags[row] & Flag.stalled) return 'stalled';
  switch (outcome[row]) {
    case Outcome.failed: return 'failed';
    case Outcome.cancelledBeforeStart:
    case Outcome.cancelledWhileExecuting: return 'cancelled';
    default: return 'executing';
  }
}

/** Draws how an operation waited, as far as the lane was free meanwhile: a low bar at the foot, so that it is no execution. */
function drawWaitBefore(frame, lane, place, top, left, isFaint) {
  const row = lane.rows[place];
  const { model, from, scale } = frame;
  const begin = model.begin(row);
  const free = place > 0 ? lane.latest[place - 1] : -Infinity;
  if ((lane.begins[place] - Math.max(begin, free, from)) * scale < 2) return;
  const room = barRoom(lane);
  const height = Math.max(3, Math.round(room.height * 0.4));
  const y = top + room.top + room.height - height;
  for (const { state, from: start, to: end } of model.intervals(row)) {
    if (state === 'executing') continue;
    addSpan(frame, stateFills[state], isFaint, Math.max(start, free), end, y, height);
  }
  if (left > 1) frame.bars.add('quiet', isFaint, left - 1, y, 1, height);
}

/** Draws the states of an operation that never executed. */
function drawStates(frame, row, y, height, isFaint) {
  const { model } = frame;
  const fill = barFill(model, row);
  for (const { state, from, to } of model.intervals(row)) {
    addSpan(frame, fill === 'executing' ? stateFills[state] : fill, isFaint, from, to, y + height * 0.2, height * 0.8);
  }
}

/** Adds a rectangle for a span of time, as much of it as can be seen. */
export function addSpan(frame, fill, isFaint, from, to, y, height) {
  const left = Math.max(-2, (from - frame.from) * frame.scale);
  const right = Math.min(frame.width + 2, (to - frame.from) * frame.scale);
  if (right > left) frame.bars.add(fill, isFaint, left, y, right - left, height);
}

/** The part of a lane in which bars stand; the rest is for the mark of the critical path and to keep lanes apart. */
export function barRoom(lane) {
  const top = lane.height >= 16 ? 4 : 2;
  return { top, height: lane.height - top - (lane.height >= 16 ? 2 : 1) };
}

function criticalThickness(lane) {
  return lane.height >= 16 ? 3 : 2;
}
