// Colours and textures of the canvases. Each state has a texture of its own, so that it can be told without colour.

/** Strokes across a tile of six, which join those of its neighbours. */
const slanted = [[-1, 7, 7, -1], [-1, 1, 1, -1], [5, 7, 7, 5]];

/** Textures: the colours of their ground and strokes, the size of a tile, and strokes as pairs of points. */
const textures = {
  waiting: { ground: 'rest', stroke: 'quiet', size: 4, width: 1, lines: [[1, 0, 1, 4]] },
  suspended: { ground: 'surface', stroke: 'suspended', size: 4, width: 1, lines: [[0, 1, 4, 1], [0, 3, 4, 3]] },
  slot: { ground: 'slot', stroke: 'background', size: 6, width: 1.2, lines: slanted },
  dispatch: { ground: 'dispatch', stroke: 'background', size: 3, width: 1, lines: [[0, 1.5, 3, 1.5]] },
  many: { ground: 'executing', stroke: 'background', size: 3, width: 0.6, lines: [[2.5, 0, 2.5, 3]] },
  failed: { ground: 'surface', stroke: 'failed', size: 6, width: 1, lines: [[0, 0, 6, 6], [0, 6, 6, 0]] },
  cancelled: { ground: 'surface', stroke: 'quiet', size: 5, width: 1, lines: [[0, 2.5, 5, 2.5]] },
  stalled: { ground: 'stalledFill', stroke: 'stalled', size: 6, width: 1.5, lines: slanted },
  shade: { ground: null, stroke: 'suspended', size: 9, width: 1, lines: [[0, 0, 9, 9]] },
  barrier: { ground: null, stroke: 'barrier', size: 7, width: 1.4, lines: [[0, 3.5, 3, 3.5]] },
};

const colorNames = [
  'background', 'surface', 'text', 'quiet', 'border', 'waiting', 'suspended', 'slot', 'dispatch', 'executing', 'stalled',
  'stalled-fill', 'failed', 'cancelled', 'critical', 'rest', 'accent', 'focus', 'match', 'link', 'barrier', 'bar-text',
];

/**
 * Reads the colours of the page as they are now.
 *
 * @returns `colors` by name, and `fills` by state: a colour or a texture.
 */
export function readPaint() {
  const style = getComputedStyle(document.documentElement);
  const { fontFamily } = getComputedStyle(document.body);
  const colors = {};
  for (const name of colorNames) {
    const key = name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
    colors[key] = style.getPropertyValue(`--${name}`).trim() || '#808080';
  }
  const fills = { executing: colors.executing };
  for (const [name, texture] of Object.entries(textures)) fills[name] = makeTexture(texture, colors);
  return { colors, fills, font: fontFamily };
}

function makeTexture({ ground, stroke, size, width, lines }, colors) {
  const sharpness = 2;
  const tile = document.createElement('canvas');
  tile.width = size * sharpness;
  tile.height = size * sharpness;
  const context = tile.getContext('2d');
  context.scale(sharpness, sharpness);
  if (ground) {
    context.fillStyle = colors[ground];
    context.fillRect(0, 0, size, size);
  }
  context.strokeStyle = colors[stroke];
  context.lineWidth = width;
  context.beginPath();
  for (const [x1, y1, x2, y2] of lines) {
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
  }
  context.stroke();
  const pattern = context.createPattern(tile, 'repeat');
  pattern.setTransform(new DOMMatrix().scale(1 / sharpness));
  return pattern;
}

/** Rectangles by what fills them, so that each fill is set once a frame. */
export class RectangleBatches {
  #batches = new Map();

  /** Adds a rectangle; a faint one steps back behind what is looked for. */
  add(fill, isFaint, x, y, width, height) {
    const key = isFaint ? `${fill} faint` : fill;
    let batch = this.#batches.get(key);
    if (!batch) this.#batches.set(key, (batch = { fill, isFaint, numbers: [] }));
    batch.numbers.push(x, y, width, height);
  }

  /** Draws all of them and forgets them. */
  draw(context, fills) {
    for (const { fill, isFaint, numbers } of this.#batches.values()) {
      context.globalAlpha = isFaint ? 0.25 : 1;
      context.fillStyle = fills[fill];
      for (let place = 0; place < numbers.length; place += 4) {
        context.fillRect(numbers[place], numbers[place + 1], numbers[place + 2], numbers[place + 3]);
      }
    }
    context.globalAlpha = 1;
    this.#batches.clear();
  }
}

/** Makes a canvas as sharp as the screen; its context draws in CSS pixels. Gives whether there is anything to draw on. */
export function fitCanvas(canvas, width, height) {
  const ratio = Math.min(window.devicePixelRatio || 1, 3);
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  canvas.getContext('2d').setTransform(ratio, 0, 0, ratio, 0, 0);
  return across > 0 && down > 0;
}
