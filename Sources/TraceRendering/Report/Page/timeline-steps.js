// How many there are of something over time, made so that the most within any span is found at once.

/** How many steps have their most kept. */
const blockSize = 64;

/**
 * A count that goes up and down.
 *
 * @param {Float64Array} ups Moments at which it grows by one; sorted here.
 * @param {Float64Array} downs Moments at which it shrinks by one; sorted here.
 */
export class CountOverTime {
  constructor(ups, downs) {
    ups.sort();
    downs.sort();
    const times = new Float64Array(ups.length + downs.length);
    const counts = new Int32Array(times.length);
    let [up, down, used, count, most] = [0, 0, 0, 0, 0];
    while (up < ups.length || down < downs.length) {
      // What ends makes room for what begins at the same moment; what took no time is in no step.
      const isDown = down < downs.length && !(ups[up] < downs[down]);
      const time = isDown ? downs[down++] : ups[up++];
      count += isDown ? -1 : 1;
      if (used > 0 && times[used - 1] === time) used -= 1;
      times[used] = time;
      counts[used] = count;
      used += 1;
    }
    this.times = times.subarray(0, used);
    this.counts = counts.subarray(0, used);
    this.blocks = new Int32Array(Math.ceil(used / blockSize));
    for (let place = 0; place < used; place += 1) {
      const block = Math.floor(place / blockSize);
      this.blocks[block] = Math.max(this.blocks[block], counts[place]);
      most = Math.max(most, counts[place]);
    }
    /** The most that there ever were. */
    this.most = most;
  }

  /** The place of the last step up to a moment; -1 for none. */
  placeAt(moment) {
    let [low, high] = [0, this.times.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.times[middle] > moment) high = middle;
      else low = middle + 1;
    }
    return low - 1;
  }

  /** The most in each of so many columns of a range. */
  columns(from, to, columnCount) {
    const result = new Int32Array(columnCount);
    let place = this.placeAt(from);
    for (let column = 0; column < columnCount; column += 1) {
      const end = from + ((to - from) * (column + 1)) / columnCount;
      let most = place >= 0 ? this.counts[place] : 0;
      place += 1;
      while (place < this.times.length && this.times[place] < end) {
        const blockEnd = place + blockSize;
        if (place % blockSize === 0 && blockEnd <= this.times.length && this.times[blockEnd - 1] < end) {
          most = Math.max(most, this.blocks[place / blockSize]);
          place = blockEnd;
        } else {
          most = Math.max(most, this.counts[place]);
          place += 1;
        }
      }
      place -= 1;
      result[column] = most;
    }
    return result;
  }
}

/** Draws columns as an area, from the foot up. */
export function fillColumns(context, columns, { left, columnWidth, foot, height, most }) {
  const scale = height / Math.max(1, most);
  for (let column = 0; column < columns.length;) {
    let next = column + 1;
    while (next < columns.length && columns[next] === columns[column]) next += 1;
    if (columns[column] > 0) {
      const tall = Math.max(1, columns[column] * scale);
      context.fillRect(left + column * columnWidth, foot - tall, (next - column) * columnWidth, tall);
    }
    column = next;
  }
}

/** Moments of a column that did happen, for the operations that a test lets through. */
export function momentsOf(count, moment, isWanted = () => true) {
  const found = new Float64Array(count);
  let used = 0;
  for (let row = 0; row < count; row += 1) {
    if (!isWanted(row)) continue;
    const time = moment(row);
    if (!Number.isNaN(time)) found[used++] = time;
  }
  return found.subarray(0, used);
}
