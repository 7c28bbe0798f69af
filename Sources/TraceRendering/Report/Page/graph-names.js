// Names that can be read while the graph is small: larger ones, in place of all that its nodes and queues say.
import { TextFitter } from './text-fitter.js';

/** Below how many pixels a point the texts of the picture are too small to read. */
const smallestScale = 0.9;

/** How high a name should be on the screen, in pixels, and how high it may be in the picture, in points. */
const nameHeight = { wished: 11.5, least: 12, most: 23 };

/** What lies between a name and the edge of its node or queue, in points. */
const nameMargin = 8;

/** How wide the picture of how times are spread is, at the right of a node of several, in points. */
const spreadWidth = 66;

/** How many pixels a point of the picture has at the least for its large names to be read. */
export const smallestNamedScale = 0.45;

/**
 * Makes the names.
 *
 * @param {SVGSVGElement} picture The picture.
 * @param {(SVGGElement | null)[]} nodes The nodes.
 * @param {(place: number) => string} nameOf What a node is called.
 * @returns {(scale: number) => void} To be called with the pixels of a point whenever they changed.
 */
export function makeGraphNames(picture, nodes, nameOf) {
  const ruler = document.createElement('canvas').getContext('2d');
  const fitter = new TextFitter();
  let names = null;
  let shown = 0;

  /** A larger name for a text, in the room that there is for it. */
  function makeName(own, name, { middle, width, height }) {
    const text = own.cloneNode();
    text.classList.add('far-name');
    own.after(text);
    return { text, name, middle, width, height };
  }

  function nameOfNode(node, place) {
    const own = node?.querySelector('text');
    if (!own) return null;
    const { y, width, height } = node.getBBox();
    // The bar at a card's foot says most of what can be seen from afar.
    const room = height > 34 ? height - 12 : height;
    const spread = node.id.startsWith('group_') && height > 34 ? spreadWidth : 0;
    return makeName(own, nameOf(place), { middle: y + room / 2, width: width - 2 * nameMargin - spread, height: room });
  }

  function namesOfQueues() {
    const boxes = Array.from(picture.querySelectorAll('g.cluster'), (cluster) => cluster.getBBox());
    return Array.from(picture.querySelectorAll('.captions text[font-weight]'), (own) => {
      const [x, y] = ['x', 'y'].map((name) => Number(own.getAttribute(name)));
      const box = boxes.find((each) => x >= each.x && x <= each.x + each.width && y >= each.y && y <= each.y + each.height);
      return box && makeName(own, own.textContent, { middle: y + 3, width: box.x + box.width - x - nameMargin, height: 22 });
    });
  }

  function write({ text, name, middle, width, height }, size) {
    const letters = Math.min(size, height * 0.8);
    ruler.font = `bold ${letters}px ${getComputedStyle(text).fontFamily}`;
    text.setAttribute('font-size', letters);
    text.setAttribute('y', middle + letters * 0.35);
    text.textContent = fitter.fit(ruler, name, width);
  }

  return (scale) => {
    const isFar = scale < smallestScale;
    picture.classList.toggle('is-far', isFar);
    if (!isFar) return;
    const size = Math.min(nameHeight.most, Math.max(nameHeight.least, Math.round(nameHeight.wished / scale)));
    if (size === shown) return;
    shown = size;
    names ??= [...nodes.map(nameOfNode), ...namesOfQueues()].filter(Boolean);
    for (const name of names) write(name, size);
  };
}
