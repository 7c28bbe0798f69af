// Columns of numbers as the report's data holds them.

/**
 * Reads a column: numbers of seven bits a byte, the lowest first, in base64.
 *
 * A byte of zero alone stands for what is not there. The lowest bit of any other number is set where it is not negative. A zero in
 * two bytes says that the number before it comes again; how often, follows.
 *
 * @param {string} text The column.
 * @param {number} count How many numbers there are.
 * @returns {Float64Array} The differences; NaN for what is not there.
 */
export function readDifferences(text, count) {
  const bytes = atob(text);
  const numbers = new Float64Array(count);
  let place = 0;
  let row = 0;

  /** What the next bytes hold above the lowest bit of the first. */
  function readMagnitude() {
    let byte = bytes.charCodeAt(place);
    let magnitude = (byte & 0x7f) >> 1;
    let scale = 64;
    place += 1;
    while (byte & 0x80) {
      byte = bytes.charCodeAt(place);
      place += 1;
      // Multiplication, as shifts end at 32 bits.
      magnitude += (byte & 0x7f) * scale;
      scale *= 128;
    }
    return magnitude;
  }

  while (row < count) {
    const first = bytes.charCodeAt(place);
    const isPositive = (first & 1) === 1;
    if (first === 0x80 && bytes.charCodeAt(place + 1) === 0) {
      place += 2;
      const isOdd = bytes.charCodeAt(place) & 1;
      const end = row + readMagnitude() * 2 + isOdd;
      numbers.fill(numbers[row - 1], row, end);
      row = end;
    } else if (first === 0) {
      numbers[row] = NaN;
      place += 1;
      row += 1;
    } else {
      const magnitude = readMagnitude();
      numbers[row] = isPositive ? magnitude : -magnitude;
      row += 1;
    }
  }
  return numbers;
}

/**
 * Reads a column whose numbers are differences to the row before.
 *
 * @param {string} text The column.
 * @param {number} count How many numbers there are.
 * @param {Int32Array | Float64Array} into Where they go.
 * @param {number} missing What stands for what is not there.
 * @returns The array.
 */
export function readColumn(text, count, into, missing) {
  const differences = readDifferences(text, count);
  let last = 0;
  for (let row = 0; row < count; row += 1) {
    if (Number.isNaN(differences[row])) {
      into[row] = missing;
    } else {
      last += differences[row];
      into[row] = last;
    }
  }
  return into;
}

/** Reads a column of whole numbers; -1 for what is not there. */
export function readIntegers(text, count) {
  return readColumn(text, count, new Int32Array(count), -1);
}

/**
 * Reads moments: in each row, each is a difference to the last one there of the columns before it, the first to the first of
 * the row before.
 *
 * @param {string[]} texts The columns.
 * @param {number} count How many rows there are.
 * @returns {Float64Array[]} Nanoseconds since the recording began; NaN for what never happened.
 */
export function readMoments(texts, count) {
  const columns = texts.map((text) => readDifferences(text, count));
  let first = 0;
  for (let row = 0; row < count; row += 1) {
    let last = first;
    let isFirst = true;
    for (const column of columns) {
      if (Number.isNaN(column[row])) continue;
      last += column[row];
      column[row] = last;
      if (isFirst) first = last;
      isFirst = false;
    }
  }
  return columns;
}

/**
 * Reads edges, which are in the order of the rows where they begin.
 *
 * @param {{ count: number, degrees: string, ends: string }} json How many begin in each row; and for each how many rows further it ends,
 *   times eight, and its kind.
 * @param {number} count How many rows there are.
 * @returns {{ count: number, from: Int32Array, to: Int32Array, kind: Uint8Array }}
 */
export function readEdges(json, count) {
  const degrees = readDifferences(json.degrees, count);
  const ends = readDifferences(json.ends, json.count);
  const edges = {
    count: json.count, from: new Int32Array(json.count), to: new Int32Array(json.count), kind: new Uint8Array(json.count),
  };
  let edge = 0;
  for (let row = 0; row < count; row += 1) {
    for (const last = edge + degrees[row]; edge < last; edge += 1) {
      const size = Math.abs(ends[edge]);
      edges.from[edge] = row;
      edges.kind[edge] = size % 8;
      edges.to[edge] = row + Math.sign(ends[edge]) * Math.floor(size / 8);
    }
  }
  return edges;
}
