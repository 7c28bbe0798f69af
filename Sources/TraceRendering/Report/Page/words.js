// Numbers and lengths of time in words, as the command's texts have them.

/** The names of the states. */
export const stateNames = {
  waitingForDependencies: 'waiting for dependencies',
  queueSuspended: 'queue suspended',
  waitingForSlot: 'waiting for a slot',
  dispatch: 'dispatch',
  executing: 'executing',
  notEnqueued: 'not enqueued yet',
};

/** A number with a comma between thousands. */
export function grouped(number) {
  return Math.round(number).toString().replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** A count with its noun. */
export function counted(number, singular, plural = `${singular}s`) {
  return `${grouped(number)} ${number === 1 ? singular : plural}`;
}

/** A share of one in percent; what is neither none nor all never reads as 0 or 100. */
export function percent(share) {
  if (!(share > 0)) return '0 %';
  if (share < 0.005) return '<1 %';
  if (share < 1 && share >= 0.995) return '>99 %';
  return `${Math.round(share * 100)} %`;
}

/** A length of time: three digits and the unit in which they read best. */
export function durationText(nanoseconds) {
  const value = Math.round(nanoseconds);
  if (!(value > 0)) return '0 ms';
  if (value < 1e3) return `${value} ns`;
  if (value < 999.5e3) return `${threeDigits(value / 1e3)} µs`;
  if (value < 999.5e6) return `${threeDigits(value / 1e6)} ms`;
  if (value < 59.95e9) return `${threeDigits(value / 1e9)} s`;
  const seconds = Math.round(value / 1e9);
  if (seconds < 3600) return pairOf(Math.floor(seconds / 60), 'min', seconds % 60, 's');
  const minutes = Math.round(value / 60e9);
  return pairOf(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
}

/** A moment of the recording, so that those of one operation can be told apart: to the microsecond, or to the nanosecond below one. */
export function momentText(nanoseconds) {
  const value = Math.round(nanoseconds);
  if (!(value > 0)) return '0 ms';
  if (value < 1e3) return `${value} ns`;
  if (value < 1e6) return `${(value / 1e3).toFixed(3)} µs`;
  if (value < 1e9) return `${(value / 1e6).toFixed(3)} ms`;
  return `${grouped(Math.floor(value / 1e9))}.${String(Math.floor((value % 1e9) / 1e3)).padStart(6, '0')} s`;
}

function threeDigits(value) {
  const decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return value.toFixed(decimals);
}

function pairOf(large, largeUnit, small, smallUnit) {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

/** The first few of a list, and how many there are besides. */
export function listed(items, limit = 3) {
  if (items.length <= limit) return items.join(', ');
  return `${items.slice(0, limit).join(', ')} and ${grouped(items.length - limit)} more`;
}
