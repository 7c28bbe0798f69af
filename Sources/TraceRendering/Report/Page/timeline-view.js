// The part of the run that the timeline, its minimap and the charts show: one range, kept in the store.

/** The shortest range that can be shown, in nanoseconds. */
const shortestRange = 200;

/** How much of the range a step of the keyboard or of a button moves or zooms. */
const viewStep = { pan: 0.2, zoom: 1.6 };

/**
 * What can be shown and what is shown of a run.
 *
 * @param model The run.
 * @param store The state; its `from` and `to` are null while all is shown.
 */
export function makeView(model, store) {
  const whole = { from: model.span.from, to: Math.max(model.span.to, model.span.from + shortestRange) };

  /** Shows a range, or as much of it as there is. */
  function show(from, to) {
    const length = Math.round(Math.min(Math.max(to - from, shortestRange), whole.to - whole.from));
    const start = Math.round(Math.min(Math.max(from, whole.from), whole.to - length));
    const isAll = start <= whole.from && start + length >= whole.to;
    store.set(isAll ? { from: null, to: null } : { from: start, to: start + length });
  }

  const view = {
    /** All that there is: `{ from, to }` in nanoseconds. */
    whole,

    /** What is shown: `{ from, to }` in nanoseconds, `from` below `to`, within what there is. */
    get range() {
      const { state } = store;
      const from = Math.max(whole.from, Math.min(state.from ?? whole.from, whole.to - shortestRange));
      const to = Math.min(whole.to, Math.max(state.to ?? whole.to, from + shortestRange));
      return { from, to };
    },

    show,
    showAll: () => store.set({ from: null, to: null }),

    /** Zooms in by a factor above one and out by one below; what stands at `moment` stays there. */
    zoom(factor, moment) {
      const { from, to } = view.range;
      const fixed = moment ?? (from + to) / 2;
      const length = Math.min(Math.max((to - from) / factor, shortestRange), whole.to - whole.from);
      const start = fixed - ((fixed - from) / (to - from)) * length;
      show(start, start + length);
    },

    /** Moves what is shown by so many nanoseconds. */
    pan(length) {
      const { from, to } = view.range;
      const start = Math.min(Math.max(from + length, whole.from), whole.to - (to - from));
      show(start, start + to - from);
    },

    /** Shows all of an operation, with some room around it. */
    showOperation(row) {
      const begin = Math.max(whole.from, model.begin(row) || 0);
      const room = Math.max((model.end(row) - begin) * 0.15, shortestRange);
      show(begin - room, model.end(row) + room);
    },

    /** Moves what is shown, if need be, so that a span of time can be seen. */
    reveal(begin, end) {
      const { from, to } = view.range;
      const length = to - from;
      if (begin < to && end > from && Math.min(end, to) - Math.max(begin, from) > length * 0.02) return;
      if (begin >= from && end <= to) return;
      show(begin - length * 0.2, begin + length * 0.8);
    },

    /**
     * Does what a key stands for in a view of time.
     *
     * @returns {boolean} Whether it stands for something.
     */
    press(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      const { from, to } = view.range;
      const step = (to - from) * viewStep.pan;
      const deeds = {
        '+': () => view.zoom(viewStep.zoom),
        '=': () => view.zoom(viewStep.zoom),
        '-': () => view.zoom(1 / viewStep.zoom),
        0: () => view.showAll(),
        PageUp: () => view.pan(-step * 4),
        PageDown: () => view.pan(step * 4),
      };
      if (!Object.hasOwn(deeds, event.key)) return false;
      deeds[event.key]();
      return true;
    },
  };
  return view;
}
