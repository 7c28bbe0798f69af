// Which operation stands in which lane of the timeline, and how to find it there among a hundred thousand.
import { Flag, Outcome } from './model.js';

/** The height of a queue's heading. */
export const headingHeight = 24;

/** One lane: what stands in it, in the order in which it begins. */
class TimelineLane {
  constructor(band, number, ran, rows, begins, ends, model) {
    this.band = band;
    this.number = number;
    /** Whether what stands in it executed; else it only waited. */
    this.ran = ran;
    this.rows = rows;
    this.begins = begins;
    this.ends = ends;
    this.top = 0;
    this.height = 0;
    const count = rows.length;
    // Sums from the left, so that whatever lies within a pixel is summed up in two look-ups.
    this.busy = new Float64Array(count + 1);
    this.critical = new Uint32Array(count + 1);
    this.failed = new Uint32Array(count + 1);
    this.stalled = new Uint32Array(count + 1);
    this.lit = null;
    this.litBy = null;
    // The lane that holds what overlaps is searched by the latest end so far.
    this.latest = new Float64Array(count);
    const { critical, outcome, flags } = model.columns;
    let latest = -Infinity;
    for (let place = 0; place < count; place += 1) {
      const row = rows[place];
      const begin = Math.max(begins[place], latest);
      this.busy[place + 1] = this.busy[place] + Math.max(0, ends[place] - begin);
      this.critical[place + 1] = this.critical[place] + critical[row];
      this.failed[place + 1] = this.failed[place] + (outcome[row] === Outcome.failed ? 1 : 0);
      this.stalled[place + 1] = this.stalled[place] + (flags[row] & Flag.stalled ? 1 : 0);
      latest = Math.max(latest, ends[place]);
      this.latest[place] = latest;
    }
  }

  /** The first place whose end is behind a moment. */
  placeEndingAfter(moment) {
    return firstPlace(this.latest, 0, (value) => value > moment);
  }

  /** The first place from one on that begins at a moment or behind it; quick where it is near. */
  placeBeginningFrom(moment, place) {
    let step = 1;
    let low = place;
    while (low + step < this.begins.length && this.begins[low + step] < moment) {
      low += step;
      step *= 2;
    }
    const high = Math.min(this.begins.length, low + step);
    return firstPlace(this.begins, low, (value) => value >= moment, high);
  }

  /** How many between two places are lit; all are where nothing is. */
  countLit(marks, from, to) {
    if (!marks) return to - from;
    if (this.litBy !== marks) {
      this.lit ??= new Uint32Array(this.rows.length + 1);
      for (let place = 0; place < this.rows.length; place += 1) {
        this.lit[place + 1] = this.lit[place] + (marks[this.rows[place]] ? 1 : 0);
      }
      this.litBy = marks;
    }
    return this.lit[to] - this.lit[from];
  }

  /** The place of what stands at a moment, or no further from it than some tolerance; -1 for none. */
  placeAt(moment, tolerance) {
    let best = -1;
    let distance = tolerance;
    for (let place = this.placeEndingAfter(moment - tolerance); place < this.rows.length; place += 1) {
      if (this.begins[place] > moment + tolerance) break;
      const away = Math.max(this.begins[place] - moment, moment - this.ends[place], 0);
      if (best < 0 || away < distance) [best, distance] = [place, away];
      if (away === 0) break;
    }
    return best;
  }

  /** The place of what is nearest to a moment. */
  placeNear(moment) {
    const place = this.placeEndingAfter(moment);
    if (place >= this.rows.length) return this.rows.length - 1;
    const isNearer = place > 0 && moment - this.ends[place - 1] < this.begins[place] - moment;
    return isNearer ? place - 1 : place;
  }
}

/** The first place in a sorted array for which something holds. */
function firstPlace(values, from, holds, to = values.length) {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(values[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Puts a run's operations into lanes, by queue.
 *
 * @param model The run.
 * @returns The shown `bands` by queue, all their `lanes` from top to bottom, the `height` of all, and for each operation the
 *   number of its lane in `laneOf` (-1 for none) and its place there in `placeOf`.
 */
export function makeTimelineLanes(model) {
  const { queue, lane } = model.columns;
  const firstLanes = [];
  let laneCount = 0;
  for (const each of model.queues) {
    firstLanes.push(laneCount);
    laneCount += each.lanes;
  }

  // A counting sort by lane.
  const laneOf = new Int32Array(model.count).fill(-1);
  const starts = new Int32Array(laneCount + 1);
  for (let row = 0; row < model.count; row += 1) {
    if (lane[row] < 0 || queue[row] < 0) continue;
    laneOf[row] = firstLanes[queue[row]] + lane[row];
    starts[laneOf[row] + 1] += 1;
  }
  for (let number = 0; number < laneCount; number += 1) starts[number + 1] += starts[number];
  const next = starts.slice();
  const sorted = new Int32Array(starts[laneCount]);
  for (let row = 0; row < model.count; row += 1) {
    if (laneOf[row] < 0) continue;
    sorted[next[laneOf[row]]] = row;
    next[laneOf[row]] += 1;
  }

  const placeOf = new Int32Array(model.count);
  const lanes = [];
  const bands = model.queues.map((each, position) => {
    const band = { queue: each, lanes: [], top: 0, height: 0, barriers: barriersOf(model, each) };
    for (let number = 0; number < each.lanes; number += 1) {
      const place = firstLanes[position] + number;
      const ran = number < each.executedLanes;
      const made = makeLane(model, band, place, ran, sorted.subarray(starts[place], starts[place + 1]));
      made.rows.forEach((row, index) => { placeOf[row] = index; });
      band.lanes.push(made);
      lanes.push(made);
    }
    return band;
  });
  addOperationsThatAreBarriers(model, bands);
  const laneHeight = laneCount <= 40 ? 24 : laneCount <= 160 ? 16 : 10;
    // Nothing is to be said of a queue in which nothing was.
  const shown = bands.filter(({ queue, lanes: own }) => queue.count > 0 || own.length > 0 || !queue.isNone);
  return { bands: shown, lanes, laneOf, placeOf, height: stack(shown, laneHeight) };
}

function makeLane(model, band, number, ran, rows) {
  const { started } = model.columns;
  const begin = (row) => Math.max(0, (ran ? started[row] : model.begin(row)) || 0);
  for (let place = 1; place < rows.length; place += 1) {
    if (begin(rows[place - 1]) <= begin(rows[place])) continue;
    rows.sort((left, right) => begin(left) - begin(right) || left - right);
    break;
  }
  const begins = Float64Array.from(rows, begin);
  const ends = Float64Array.from(rows, (row, place) => Math.max(begins[place], model.end(row)));
  return new TimelineLane(band, number, ran, rows, begins, ends, model);
}

/** Gives each band and lane its place. */
function stack(bands, laneHeight) {
  let top = 0;
  for (const band of bands) {
    band.top = top;
    top += headingHeight;
    for (const lane of band.lanes) {
      lane.top = top;
      lane.height = laneHeight;
      top += laneHeight;
    }
    top += 8;
    band.height = top - band.top - 4;
  }
  return top;
}

/** Spans in which a barrier without an operation had the queue for itself. */
function barriersOf(model, queue) {
  return queue.barriers.map(({ added, began, ended }) => {
    const from = began ?? added ?? 0;
    return [from, Math.max(from, ended ?? model.duration)];
  });
}

/** Adds spans in which an operation that is a barrier executed. */
function addOperationsThatAreBarriers(model, bands) {
  const { flags, started, queue } = model.columns;
  for (let row = 0; row < model.count; row += 1) {
    if (!(flags[row] & Flag.barrier) || Number.isNaN(started[row])) continue;
    bands[queue[row]]?.barriers.push([started[row], model.end(row)]);
  }
  for (const { barriers } of bands) barriers.sort((left, right) => left[0] - right[0]);
}
