// Orders of many rows, found without a comparison for each pair.

const asNumber = new Float64Array(1);
const asBits = new Uint32Array(asNumber.buffer);

/**
 * The numbers from 0 on in ascending order of their keys; of equal ones the lower number first, what is no number last.
 *
 * @param {Float64Array} keys None of them is negative.
 * @returns {Uint32Array}
 */
export function orderOf(keys) {
  const count = keys.length;
  const [low, high] = [new Uint32Array(count), new Uint32Array(count)];
  for (let row = 0; row < count; row += 1) {
    // The bits of numbers that are not negative are in the order of the numbers.
    asNumber[0] = keys[row];
    [low[row], high[row]] = Number.isNaN(keys[row]) ? [0xffffffff, 0xffffffff] : asBits;
  }
  let order = Uint32Array.from(keys.keys());
  let next = new Uint32Array(count);
  for (const words of [low, high]) {
    for (const shift of [0, 16]) {
      const starts = new Uint32Array(65537);
      for (let row = 0; row < count; row += 1) starts[((words[row] >>> shift) & 0xffff) + 1] += 1;
      for (let digit = 0; digit < 65536; digit += 1) starts[digit + 1] += starts[digit];
      for (let place = 0; place < count; place += 1) {
        const row = order[place];
        const digit = (words[row] >>> shift) & 0xffff;
        next[starts[digit]] = row;
        starts[digit] += 1;
      }
      [order, next] = [next, order];
    }
  }
  return order;
}

/** The places of texts in the order in which people look for them: "load 2" before "load 10". */
export function ranksOf(texts) {
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  const order = Array.from(texts.keys()).sort((a, b) => compare(texts[a], texts[b]));
  const ranks = new Float64Array(texts.length);
  order.forEach((text, rank) => {
    ranks[text] = rank;
  });
  return ranks;
}
