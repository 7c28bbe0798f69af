// Takes a filter apart into words and signs, and reads what its words stand for.

const signs = { '(': 'open', ')': 'close', '!': 'not', '&': 'and', '|': 'or', ':': 'colon' };
const wordEnds = new Set(['(', ')', ':', '<', '>', '=', '"', '&', '|', '!']);
const isSpace = (character) => /\s/u.test(character);

/**
 * The words and signs of a filter: `{ kind, value, position }`, at last one of kind `end`.
 *
 * @param {string} text
 * @param {(reason: string, position: number) => Error} makeError
 */
export function scanFilter(text, makeError) {
  const characters = Array.from(text);
  const tokens = [];
  let place = 0;

  function quotation(mark, start) {
    let content = '';
    place += 1;
    while (place < characters.length) {
      const character = characters[place];
      place += 1;
      if (character === mark) return content;
      // A backslash takes the mark, or itself, into the text.
      if (character === '\\' && [mark, '\\'].includes(characters[place])) {
        content += characters[place];
        place += 1;
      } else {
        content += character;
      }
    }
    throw makeError('this quotation mark is never closed', start);
  }

  while (place < characters.length) {
    const character = characters[place];
    const position = place;
    const add = (kind, value) => tokens.push({ kind, value, position });
    if (isSpace(character)) {
      place += 1;
    } else if (signs[character]) {
      place += 1;
      // "&&" and "||" are what programmers type.
      if ('&|'.includes(character) && characters[place] === character) place += 1;
      add(signs[character]);
    } else if ('<>='.includes(character)) {
      place += 1;
      const isOrEqual = characters[place] === '=';
      if (isOrEqual) place += 1;
      add('comparison', isOrEqual && character !== '=' ? `${character}=` : character);
    } else if (character === '"' || character === "'") {
      add('quoted', quotation(character, position));
    } else {
      let word = '';
      while (place < characters.length && !isSpace(characters[place]) && !wordEnds.has(characters[place])) {
        word += characters[place];
        place += 1;
      }
      const lowercased = word.toLowerCase();
      add(['and', 'or', 'not'].includes(lowercased) ? lowercased : 'word', word);
    }
  }
  tokens.push({ kind: 'end', position: characters.length });
  return tokens;
}

const units = {
  ns: 1, us: 1e3, 'µs': 1e3, 'μs': 1e3, ms: 1e6, s: 1e9, sec: 1e9, min: 60e9, h: 3600e9,
};

/** A length of time such as "1.5s" in nanoseconds; null for what is none. */
export function durationOf(word) {
  const parts = /^(\d+(?:\.\d{1,10})?)(\D+)$/.exec(word);
  const unit = parts && Object.hasOwn(units, parts[2]) ? units[parts[2]] : null;
  return unit === null ? null : Math.round(Number(parts[1]) * unit);
}

/** The known word that was probably meant; null where none is near. */
export function suggestion(word, known) {
  let [best, least] = [null, Math.max(1, Math.floor(word.length / 3)) + 1];
  for (const other of known) {
    const distance = editDistance(word, other);
    if (distance < least) [best, least] = [other, distance];
  }
  return best;
}

/** How many characters have to be typed, deleted or changed to make one word of another. */
function editDistance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let line = 1; line <= a.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= b.length; column += 1) {
      const change = row[column - 1] + (a[line - 1] === b[column - 1] ? 0 : 1);
      next.push(Math.min(change, row[column] + 1, next[column - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}
