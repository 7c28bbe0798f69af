// Names of the graph's nodes that can be read while all of it is small: larger ones, in place of all that a node says.

/** Below how many pixels a point the texts of the picture are too small to read. */
const smallestScale = 0.72;

/** How high a name should be on the screen, in pixels, and how high it may be in the picture, in points. */
const nameHeight = { wished: 11.5, least: 12, most: 23 };

/** What lies between a name and the edge of its node, in points. */
const nameMargin = 8;

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
  let names = null;
  let shown = 0;

  function makeNames() {
    return nodes.map((node, place) => {
      const own = node?.querySelector('text');
      if (!own) return null;
      const { x, y, width, height } = node.getBBox();
      const text = document.createElementNS('http://www.w3.org/2000/svg', 'text');
      text.setAttribute('class', 'far-name');
      text.setAttribute('x', x + nameMargin);
      text.setAttribute('font-weight', 'bold');
      for (const name of ['fill', 'text-decoration']) {
        if (own.hasAttribute(name)) text.setAttribute(name, own.getAttribute(name));
      }
      own.after(text);
      // The bar at a node's foot says most of what can be seen from afar.
      const isCard = height > 34;
      return { text, name: nameOf(place), middle: y + (isCard ? (height - 12) / 2 + 1 : height / 2), width: width - 2 * nameMargin, height: isCard ? height - 12 : height };
    });
  }

  function write({ text, name, middle, width, height }, size) {
    const letters = Math.min(size, height * 0.8);
    ruler.font = `bold ${letters}px ${getComputedStyle(text).fontFamily}`;
    text.setAttribute('font-size', letters);
    text.setAttribute('y', middle + letters * 0.35);
    text.textContent = fitted(name, (part) => ruler.measureText(part).width <= width);
  }

  return (scale) => {
    const isFar = scale < smallestScale;
    picture.classList.toggle('is-far', isFar);
    if (!isFar) return;
    const size = Math.min(nameHeight.most, Math.max(nameHeight.least, Math.round(nameHeight.wished / scale)));
    if (size === shown) return;
    shown = size;
    names ??= makeNames();
    for (const name of names) if (name) write(name, size);
  };
}

/** As much of a text as fits, with an ellipsis in its middle, where names that are alike differ least. */
function fitted(text, fits) {
  if (fits(text)) return text;
  const letters = Array.from(text);
  let [low, high] = [0, letters.length];
  const cut = (count) => {
    const head = Math.ceil(count / 2);
    return `${letters.slice(0, head).join('')}…${letters.slice(letters.length - (count - head)).join('')}`;
  };
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(cut(middle))) low = middle;
    else high = middle - 1;
  }
  return cut(low);
}
