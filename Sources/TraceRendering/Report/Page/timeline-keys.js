// The keyboard in the timeline: from operation to operation.

/**
 * Does what a key stands for.
 *
 * @param {KeyboardEvent} event The key.
 * @param timeline `{ model, layout, store, view, focused, focus(row) }`.
 * @returns {boolean} Whether it stands for something.
 */
export function moveByKey(event, timeline) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { store, view, focused, focus } = timeline;
  const { from, to } = view.range;
  switch (event.key) {
    case 'ArrowLeft':
    case 'ArrowRight':
      if (event.shiftKey) view.pan(((to - from) / 5) * (event.key === 'ArrowLeft' ? -1 : 1));
      else go(timeline, () => beside(timeline, event.key === 'ArrowLeft' ? -1 : 1), focus);
      return true;
    case 'ArrowUp':
    case 'ArrowDown':
      go(timeline, () => aboveOrBelow(timeline, event.key === 'ArrowUp' ? -1 : 1), focus);
      return true;
    case 'Home':
    case 'End':
      go(timeline, () => atEnd(timeline, event.key === 'Home'), focus);
      return true;
    case '[':
    case ']':
      go(timeline, () => alongPath(timeline, event.key === '[' ? -1 : 1), focus);
      return true;
    case 'Enter':
    case ' ':
      if (focused !== null) store.set({ selected: store.state.selected === focused ? null : focused, fold: null });
      return true;
    case 'Escape':
      if (store.state.selected === null) return false;
      store.set({ selected: null, fold: null });
      return true;
    default:
      return false;
  }
}

/** Goes to what is found; where nothing has the focus yet, to what is first in sight. */
function go(timeline, find, focus) {
  const row = hasPlace(timeline) ? find() : firstInSight(timeline);
  if (row !== null && row >= 0) focus(row);
}

function hasPlace({ layout, focused }) {
  return focused !== null && layout.laneOf[focused] >= 0;
}

function firstInSight({ layout, view }) {
  const lane = layout.lanes.find((each) => each.rows.length > 0);
  return lane ? lane.rows[lane.placeNear(view.range.from)] : null;
}

function laneOfFocus({ layout, focused }) {
  return layout.lanes[layout.laneOf[focused]];
}

function beside(timeline, step) {
  const lane = laneOfFocus(timeline);
  return lane.rows[timeline.layout.placeOf[timeline.focused] + step] ?? null;
}

function aboveOrBelow(timeline, step) {
  const { layout, focused } = timeline;
  const own = laneOfFocus(timeline);
  const place = layout.placeOf[focused];
  const middle = (own.begins[place] + own.ends[place]) / 2;
  for (let number = own.number + step; number >= 0 && number < layout.lanes.length; number += step) {
    const lane = layout.lanes[number];
    if (lane.rows.length > 0) return lane.rows[lane.placeNear(middle)];
  }
  return null;
}

function atEnd(timeline, isFirst) {
  const { rows } = laneOfFocus(timeline);
  return rows[isFirst ? 0 : rows.length - 1];
}

function alongPath({ model, focused }, step) {
  const place = model.path.indexOf(focused);
  if (place >= 0) return model.path[place + step] ?? null;
  return model.path.length > 0 ? model.path[step > 0 ? 0 : model.path.length - 1] : null;
}
