// Zoom and pan of a picture in SVG, by wheel, drag, touch and keyboard.

/** How much a key or a button zooms. */
const zoomStep = 1.3;

/** How many pixels a point of the picture should have for its words to be read. */
const readableScale = 1.05;

/**
 * Lets an SVG element be moved about and zoomed.
 *
 * @param {HTMLElement} frame What holds it, and gets the focus.
 * @param {SVGSVGElement} picture The picture.
 * @param {(box: number[] | null) => void} moved Called when the view was changed; null for all of the picture.
 * @param {(scale: number) => void} scaled Called with the pixels of a point of the picture when they may have changed.
 */
export function makeViewport(frame, picture, moved, scaled) {
  const whole = picture.viewBox.baseVal;
  const all = [whole.x, whole.y, whole.width, whole.height];
  let box = [...all];
  let isWaiting = false;

  function apply(next, isTold = true) {
    const scale = allowed(next[2]) / next[2];
    box = [next[0], next[1], next[2] * scale, next[3] * scale];
    // What is seen keeps touching the picture.
    box[0] = Math.min(Math.max(box[0], all[0] - box[2] * 0.8), all[0] + all[2] - box[2] * 0.2);
    box[1] = Math.min(Math.max(box[1], all[1] - box[3] * 0.8), all[1] + all[3] - box[3] * 0.2);
    if (isTold) moved(isWhole() ? null : box.map(Math.round));
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      picture.setAttribute('viewBox', box.join(' '));
      scaled(pixelsPerPoint());
    });
  }

  function pixelsPerPoint() {
    return Math.min(frame.clientWidth / box[2], frame.clientHeight / box[3]);
  }
  new ResizeObserver(() => scaled(pixelsPerPoint())).observe(frame);

  /** Where a view of some length begins, so that it shows nothing beside the picture where that is longer. */
  function within(start, length, axis) {
    const [least, room] = [all[axis], all[axis + 2] - length];
    return room > 0 ? Math.min(Math.max(start, least), least + room) : least + room / 2;
  }

  /** A width of a view, within what can be zoomed. */
  function allowed(width) {
    return Math.min(Math.max(width, all[2] / 64), all[2] * 1.5);
  }

  function isWhole() {
    return box.every((value, place) => Math.abs(value - all[place]) < 1);
  }

  /** The place in the picture of a place on the screen. */
  function place(x, y) {
    const frameBox = picture.getBoundingClientRect();
    const scale = Math.max(box[2] / frameBox.width, box[3] / frameBox.height);
    // What is left over is on both sides, but below only.
    const left = (box[2] - frameBox.width * scale) / 2;
    return [box[0] + left + (x - frameBox.x) * scale, box[1] + (y - frameBox.y) * scale, scale];
  }

  /** The middle of an element in the picture, whatever of it is drawn at the moment. */
  function middle(element) {
    const { x, y, width, height } = element.getBBox();
    const way = picture.getScreenCTM().inverse().multiply(element.getScreenCTM());
    const point = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(way);
    return [point.x, point.y];
  }

  function zoom(wanted, x, y) {
    // Where it ends nothing moves.
    const factor = box[2] / allowed(box[2] / wanted);
    const [fixedX, fixedY] = x === undefined ? [box[0] + box[2] / 2, box[1] + box[3] / 2] : place(x, y);
    apply([
      fixedX - (fixedX - box[0]) / factor, fixedY - (fixedY - box[1]) / factor,
      box[2] / factor, box[3] / factor,
    ]);
  }

  function pan(x, y) {
    apply([box[0] + x, box[1] + y, box[2], box[3]]);
  }

  frame.addEventListener('wheel', (event) => {
    // A page must scroll past a picture: it zooms with Ctrl, or once it has the focus.
    if (!event.ctrlKey && !frame.contains(document.activeElement)) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), event.clientX, event.clientY);
  }, { passive: false });

  const pointers = new Map();
  let wasDragged = false;
  frame.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    if (pointers.size === 0) wasDragged = false;
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
  });
  frame.addEventListener('pointermove', (event) => {
    const last = pointers.get(event.pointerId);
    if (!last) return;
    const [dx, dy] = [event.clientX - last[0], event.clientY - last[1]];
    if (!wasDragged && Math.hypot(dx, dy) < 4) return;
    if (!wasDragged) frame.setPointerCapture(event.pointerId);
    wasDragged = true;
    const others = [...pointers].filter(([id]) => id !== event.pointerId);
    if (others.length > 0) {
      const [x, y] = others[0][1];
      const before = Math.hypot(last[0] - x, last[1] - y);
      const after = Math.hypot(event.clientX - x, event.clientY - y);
      if (before > 0 && after > 0) zoom(after / before, (event.clientX + x) / 2, (event.clientY + y) / 2);
    } else {
      const scale = place(0, 0)[2];
      pan(-dx * scale, -dy * scale);
    }
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
  });
  for (const name of ['pointerup', 'pointercancel']) {
    frame.addEventListener(name, (event) => pointers.delete(event.pointerId));
  }
  // What ends a drag is no click.
  frame.addEventListener('click', (event) => {
    if (wasDragged) event.stopPropagation();
    wasDragged = false;
  }, { capture: true });

  // Nothing can be moved on paper.
  addEventListener('beforeprint', () => picture.setAttribute('viewBox', all.join(' ')));
  addEventListener('afterprint', () => picture.setAttribute('viewBox', box.join(' ')));

  return {
    zoomIn: () => zoom(zoomStep),
    zoomOut: () => zoom(1 / zoomStep),
    showAll: () => apply([...all]),
    /** Shows a part of the picture; null for all. Does not call `moved`. */
    show: (part) => apply(part ?? [...all], false),
    pan: (x, y) => pan(x * box[2], y * box[3]),
    /** Moves what is seen as little as it takes to see an element. */
    reveal(element) {
      const [seen, frameBox] = [element.getBoundingClientRect(), frame.getBoundingClientRect()];
      const isSeen = seen.left >= frameBox.left && seen.right <= frameBox.right
        && seen.top >= frameBox.top && seen.bottom <= frameBox.bottom;
      if (isSeen) return;
      const [x, y] = middle(element);
      apply([x - box[2] / 2, y - box[3] / 2, box[2], box[3]]);
    },
    /**
     * Shows an element in the middle, so large that what is written in it can be read.
     *
     * @param {Element} element The element.
     * @param {{ scale?: number, isTold?: boolean }} [options] How many pixels a point should have at the least, and whether `moved`
     *   is called.
     */
    approach(element, { scale: least = readableScale, isTold = true } = {}) {
      const [x, y] = middle(element);
      const scale = Math.max(isTold ? pixelsPerPoint() : 0, least);
      const [width, height] = [frame.clientWidth / scale, frame.clientHeight / scale];
      apply([within(x - width / 2, width, 0), within(y - height / 2, height, 1), width, height], isTold);
    },
    /** How many pixels a point has while all of the picture is shown. */
    get wholeScale() {
      return Math.min(frame.clientWidth / all[2], frame.clientHeight / all[3]);
    },
  };
}
