// Texts that are drawn into a given width.

/** Cuts texts to widths, and remembers how wide they are. */
export class TextFitter {
  #widths = new Map();

  /** How wide a text is in the context's font. */
  width(context, text) {
    const key = `${context.font}|${text}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      if (this.#widths.size > 20_000) this.#widths.clear();
      this.#widths.set(key, (width = context.measureText(text).width));
    }
    return width;
  }

  /** The text, or its beginning and end where it is too wide; empty where not even two letters fit. */
  fit(context, text, room) {
    // A name may be a book: nobody reads more than this in a picture.
    const whole = text.length > 400 ? `${text.slice(0, 200)}…${text.slice(-199)}` : text;
    if (this.width(context, whole) <= room) return whole;
    const letters = Array.from(whole);
    let [low, high] = [1, letters.length - 1];
    let best = '';
    while (low <= high) {
      const count = (low + high) >> 1;
      const head = Math.floor(count * 0.4);
      const cut = `${letters.slice(0, head).join('')}…${letters.slice(letters.length - count + head).join('')}`;
      if (this.width(context, cut) <= room) {
        best = count > 1 ? cut : '';
        low = count + 1;
      } else {
        high = count - 1;
      }
    }
    return best;
  }
}
