// Texts and patterns that texts are compared with, in upper or lower case.

/**
 * A function that tells whether a text is like a word: with `*` (any text) or `?` (any one character) in it, it is meant for the
 * whole of a text; else it may stand anywhere, but for a number, which is not found in a longer one.
 *
 * @param {string} word
 * @param {boolean} isQuoted Whether it stood in quotation marks, and so is no pattern.
 * @returns {(text: string) => boolean}
 */
export function makePattern(word, isQuoted) {
  const sought = word.toLowerCase();
  if (isQuoted || !/[*?]/.test(word)) return (text) => contains(text.toLowerCase(), sought);
  const pieces = Array.from(sought);
  return (text) => matches(Array.from(text.toLowerCase()), pieces);
}

/** A function that tells whether a text is the same as a word, in which `*` and `?` are no signs. */
export function makeExactPattern(word) {
  const sought = word.toLowerCase();
  return (text) => text.toLowerCase() === sought;
}

function contains(text, sought) {
  let place = text.indexOf(sought);
  while (place >= 0) {
    if (!splitsNumber(text, place) && !splitsNumber(text, place + sought.length)) return true;
    place = text.indexOf(sought, place + 1);
  }
  return false;
}

/** Whether a place is between two digits. */
function splitsNumber(text, place) {
  return isDigit(text[place - 1]) && isDigit(text[place]);
}

function isDigit(character) {
  return character >= '0' && character <= '9';
}

/** Takes at most the product of both lengths: where what follows a `*` does not fit, only the last `*` takes more. */
function matches(text, pieces) {
  let [piece, place] = [0, 0];
  let retry = null;
  while (place < text.length) {
    if (pieces[piece] === '*') {
      retry = [piece, place];
      piece += 1;
    } else if (piece < pieces.length && (pieces[piece] === '?' || pieces[piece] === text[place])) {
      piece += 1;
      place += 1;
    } else if (retry) {
      retry = [retry[0], retry[1] + 1];
      [piece, place] = [retry[0] + 1, retry[1]];
    } else {
      return false;
    }
  }
  return pieces.slice(piece).every((rest) => rest === '*');
}
