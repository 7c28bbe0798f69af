// Ticks at round moments, as many as there is room for.
import { grouped } from './words.js';

const timeUnits = [
  { name: 'ns', size: 1, decimals: 0 },
  { name: 'µs', size: 1e3, decimals: 3 },
  { name: 'ms', size: 1e6, decimals: 6 },
  { name: 's', size: 1e9, decimals: 9 },
];

/** How many pixels a tick takes, with its label and some room on either side. */
const tickRoom = 110;

/**
 * Chooses ticks for a range.
 *
 * @param {number} from Where the range begins, in nanoseconds since the recording began.
 * @param {number} to Where it ends.
 * @param {number} width How wide the axis is, in pixels; labels in a small font have room between ticks.
 * @returns {{ moment: number, text: string }[]} Ticks at multiples of 1, 2 or 5 times a power of ten.
 */
export function timeTicks(from, to, width) {
  const least = Math.max(1, (to - from) / Math.max(1, Math.floor(width / tickRoom)));
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= least * 0.999_999) * power;
  const far = Math.max(Math.abs(from), Math.abs(to));
  const unit = timeUnits.findLast(({ size }) => size <= far) ?? timeUnits[0];
  const decimals = Math.max(0, Math.min(unit.decimals, Math.round(Math.log10(unit.size) - Math.floor(Math.log10(step)))));
  const ticks = [];
  const first = Math.ceil(from / step - 1e-9);
  for (let count = first; count * step <= to; count += 1) {
    const value = (count * step) / unit.size;
    const text = count === 0 ? '0' : `${groupedDecimal(value.toFixed(decimals))} ${unit.name}`;
    ticks.push({ moment: count * step, text });
  }
  return ticks;
}

/** Puts a comma between thousands in front of the decimal point. */
function groupedDecimal(text) {
  const [whole, rest] = text.split('.');
  return rest === undefined ? grouped(Number(whole)) : `${grouped(Number(whole))}.${rest}`;
}
