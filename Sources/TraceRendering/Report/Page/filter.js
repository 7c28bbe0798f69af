// The language of filters: the same as that of `--focus` (see TraceAnalysis/Selection).
import { makeExactPattern, makePattern } from './pattern.js';
import { durationOf, scanFilter, suggestion } from './scanner.js';

/** What is wrong with a filter, and where. */
export class FilterError extends Error {
  constructor(reason, position) {
    super(reason);
    this.position = position;
  }
}

const textFields = ['name', 'class', 'queue', 'thread', 'note'];
const traitNames = [
  'stalled', 'critical', 'cancelled', 'failed', 'succeeded', 'unfinished', 'executing', 'barrier', 'asynchronous',
];
const measureNames = ['execution', 'wait', 'elapsed', 'slack', 'potential'];
const comparisons = {
  '<': (a, b) => a < b, '<=': (a, b) => a <= b, '=': (a, b) => a === b, '>=': (a, b) => a >= b, '>': (a, b) => a > b,
};
/** More than that nobody types, and deeper ones could exhaust the stack. */
const mostDepth = 200;

/**
 * Reads a filter.
 *
 * @param {string} text What was typed.
 * @param {object} questions What is asked of an operation: `texts(field, row)` gives texts, `has(trait, row)`, `measure(name, row)`
 *   nanoseconds or NaN, `id(row)` its number.
 * @returns {(row: number) => boolean}
 * @throws {FilterError} What is wrong with it first, and where.
 */
export function readFilter(text, questions) {
  const tokens = scanFilter(text, (reason, position) => new FilterError(reason, position));
  let next = 0;
  let depth = 0;
  const token = () => tokens[next];
  const fail = (reason, position = token().position) => {
    throw new FilterError(reason, position);
  };

  function alternatives() {
    const parts = [conjunction()];
    while (token().kind === 'or') {
      next += 1;
      parts.push(conjunction());
    }
    return parts.length === 1 ? parts[0] : (row) => parts.some((part) => part(row));
  }

  function conjunction() {
    const parts = [factor()];
    while (!['or', 'close', 'end'].includes(token().kind)) {
      if (token().kind === 'and') next += 1;
      parts.push(factor());
    }
    return parts.length === 1 ? parts[0] : (row) => parts.every((part) => part(row));
  }

  function factor() {
    depth += 1;
    if (depth > mostDepth) fail('there are too many parentheses');
    try {
      return simpleFactor();
    } finally {
      depth -= 1;
    }
  }

  function simpleFactor() {
    const { kind, value, position } = token();
    switch (kind) {
      case 'not': {
        next += 1;
        const inner = factor();
        return (row) => !inner(row);
      }
      case 'open': {
        next += 1;
        if (token().kind === 'close') fail('there is nothing between the parentheses');
        const inner = alternatives();
        if (token().kind !== 'close') fail('this ( is never closed', position);
        next += 1;
        return inner;
      }
      case 'word':
        next += 1;
        return condition(value, position);
      case 'quoted':
        next += 1;
        return textCondition('', makePattern(value, true));
      case 'colon':
        return fail('a field is missing in front of the colon, such as name, class or queue');
      case 'comparison':
        return fail('a measure is missing here, such as execution, wait or slack');
      default:
        if (text.trim() === '') fail('a filter is missing, such as thumbnail, class:Upload* or execution>20ms');
        return fail('something to look for is missing here');
    }
  }

  function condition(word, start) {
    if (token().kind === 'colon') return fieldCondition(word, start);
    if (token().kind === 'comparison') {
      const field = word.toLowerCase();
      if (token().value !== '=' || !textFields.includes(field)) return measureCondition(word, start);
      return textCondition(field, makeExactPattern(valueBehind(`${word}=`).value));
    }
    if (word.startsWith('#')) return numberCondition(word.slice(1), start);
    return textCondition('', makePattern(word, false));
  }

  function textCondition(field, pattern) {
    return (row) => questions.texts(field, row).some(pattern);
  }

  function numberCondition(digits, position) {
    const number = digits.replace(/^#/, '');
    if (!/^\+?\d+$/.test(number) || Number(number) > 4294967295) {
      fail(`'${digits}' is not the number of an operation, such as #12`, position);
    }
    return (row) => questions.id(row) === Number(number);
  }

  /** The text behind a field and its sign, which is at hand. */
  function valueBehind(field) {
    next += 1;
    const { kind } = token();
    if (['and', 'or', 'not'].includes(kind)) fail('put "" around a word that has a meaning of its own');
    if (kind !== 'word' && kind !== 'quoted') fail(`a value is missing behind ${field}`);
    next += 1;
    return tokens[next - 1];
  }

  function fieldCondition(word, start) {
    const { kind, value, position } = valueBehind(`${word}:`);
    const field = word.toLowerCase();
    if (field === 'is') {
      const trait = value.toLowerCase();
      if (!traitNames.includes(trait)) failUnknown('property', value, traitNames, position);
      return (row) => questions.has(trait, row);
    }
    if (field === 'id') return numberCondition(value, position);
    if (!textFields.includes(field)) failUnknown('field', word, [...textFields, 'is', 'id'], start);
    return textCondition(field, makePattern(value, kind === 'quoted'));
  }

  function measureCondition(word, start) {
    const sign = token().value;
    next += 1;
    const measure = word.toLowerCase();
    if (!measureNames.includes(measure)) {
      failUnknown('measure', word, measureNames, start);
    }
    const { kind, value, position } = token();
    if (kind !== 'word') fail(`a length of time is missing behind ${word}${sign}, such as 20ms`);
    next += 1;
    let duration = durationOf(value);
    // "20 ms" is as good as "20ms".
    if (duration === null && /^[\d.]+$/.test(value) && token().kind === 'word') {
      duration = durationOf(value + token().value);
      if (duration !== null) next += 1;
    }
    if (duration === null) fail(`'${value}' is not a length of time such as 100us, 500ms, 5s or 2min`, position);
    const holds = comparisons[sign];
    return (row) => holds(questions.measure(measure, row), duration);
  }

  function failUnknown(kind, word, known, position) {
    const meant = suggestion(word.toLowerCase(), known);
    fail(`there is no ${kind} '${word}'; ${meant ? `did you mean ${meant}?` : `there are ${known.slice(0, -1).join(', ')} and ${known.at(-1)}`}`, position);
  }

  const filter = alternatives();
  if (token().kind === 'close') fail('there is no ( that this ) closes');
  return filter;
}
