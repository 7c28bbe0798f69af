// Wheel, mouse, pen and fingers on a view of time.

/** How far a pointer may move and still mean a click. */
const clickSlop = 4;

/**
 * Lets a canvas be zoomed and moved.
 *
 * The wheel zooms with Ctrl, Command or Alt held (as pinching a touchpad does), or once the canvas has the focus; with Shift,
 * or sideways, it moves in time; else it scrolls. A drag moves; two fingers zoom.
 *
 * @param {HTMLElement} canvas What listens.
 * @param view The shown range, see `timeline-view.js`.
 * @param handlers `{ width(), scrollBy(y), isFocused(), hover(x, y), leave(), click(x, y), open() }`: places are from the
 *   canvas's top left corner, and what is to be opened is what was clicked.
 */
export function listenToPointers(canvas, view, handlers) {
  const pointers = new Map();
  let start = null;
  let isDrag = false;

  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const perPixel = () => (view.range.to - view.range.from) / Math.max(1, handlers.width());
  const momentAt = (x) => view.range.from + x * perPixel();

  canvas.addEventListener('wheel', (event) => {
    const unit = [1, 16, 400][event.deltaMode] ?? 1;
    const [across, down] = [event.deltaX * unit, event.deltaY * unit];
    if (event.ctrlKey || event.metaKey || event.altKey) {
      event.preventDefault();
      view.zoom(Math.exp(-down * 0.004), momentAt(place(event).x));
    } else if (event.shiftKey || Math.abs(across) > Math.abs(down)) {
      event.preventDefault();
      view.pan((across || down) * perPixel());
    } else if (handlers.isFocused()) {
      event.preventDefault();
      view.zoom(Math.exp(-down * 0.002), momentAt(place(event).x));
    }
  }, { passive: false });

  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    pointers.set(event.pointerId, place(event));
    canvas.setPointerCapture(event.pointerId);
    if (pointers.size === 1) {
      start = place(event);
      isDrag = false;
    }
  });

  canvas.addEventListener('pointermove', (event) => {
    const now = place(event);
    const before = pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== 'touch') handlers.hover(now.x, now.y);
      return;
    }
    if (pointers.size === 2) {
      const other = [...pointers].find(([identity]) => identity !== event.pointerId)[1];
      const fixed = momentAt((before.x + other.x) / 2);
      const apart = Math.max(8, Math.abs(now.x - other.x));
      view.zoom(apart / Math.max(8, Math.abs(before.x - other.x)), fixed);
      view.pan(-((now.x - before.x) / 2) * perPixel());
      isDrag = true;
    } else if (isDrag || Math.hypot(now.x - start.x, now.y - start.y) > clickSlop) {
      if (!isDrag) canvas.classList.add('is-dragged');
      isDrag = true;
      view.pan(-(now.x - before.x) * perPixel());
      // Fingers scroll by what the browser makes of them.
      if (event.pointerType !== 'touch') handlers.scrollBy(-(now.y - before.y));
    }
    pointers.set(event.pointerId, now);
  });

  const end = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    if (pointers.size === 0) canvas.classList.remove('is-dragged');
  };
  canvas.addEventListener('pointerup', end);
  canvas.addEventListener('pointercancel', end);
  canvas.addEventListener('pointerleave', () => {
    if (pointers.size === 0) handlers.leave();
  });
  canvas.addEventListener('click', (event) => {
    // What ends a drag is no click, and the second click of two means what the first one hit: the page may have moved since.
    if (isDrag) return;
    const { x, y } = place(event);
    if (event.detail > 1) handlers.open();
    else handlers.click(x, y);
  });
}
