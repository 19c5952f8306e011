/** An ending and what stands in its place. Of several endings that fit, the first in a table counts. */
type Ending = readonly [ending: string, replacement: string];

const AFTER_ED_OR_ING: readonly Ending[] = [
  ['at', 'ate'],
  ['bl', 'ble'],
  ['iz', 'ize'],
];

const DOUBLE_SUFFIXES: readonly Ending[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
  ['logi', 'log'],
];

const SINGLE_SUFFIXES: readonly Ending[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];

const LAST_SUFFIXES: readonly Ending[] =
  'al ance ence er ic able ible ant ement ment ent ou ism ate iti ous ive ize'
    .split(' ')
    .map((ending) => [ending, '']);

/** Longer ones are made up, and stay as they are. */
const LONGEST_WORD = 40;

/**
 * The stem of an English word in lower case, by the algorithm of Porter (1980) with the two changes of his own
 * program: `connections` and `connected` are both `connect`. Other words stay as they are. Linear in the length
 * of the word.
 */
export function stem(word: string): string {
  if (word.length < 3 || word.length > LONGEST_WORD || !/^[a-z]+$/.test(word)) return word;
  let result = withoutPlural(word);
  result = withoutEdOrIng(result);
  if (result.endsWith('y') && hasVowel(result.slice(0, -1))) result = `${result.slice(0, -1)}i`;
  result = replaced(result, DOUBLE_SUFFIXES, 1);
  result = replaced(result, SINGLE_SUFFIXES, 1);
  result = replaced(result, /[st]ion$/.test(result) ? [['ion', '']] : LAST_SUFFIXES, 2);
  return withoutDoubleL(withoutLastE(result));
}

function withoutPlural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function withoutEdOrIng(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const length = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0;
  const rest = word.slice(0, word.length - length);
  if (length === 0 || !hasVowel(rest)) return word;
  const mended = replaced(rest, AFTER_ED_OR_ING, 0);
  if (mended !== rest) return mended;
  if (endsInDouble(rest)) return /[lsz]$/.test(rest) ? rest : rest.slice(0, -1);
  return measure(rest) === 1 && endsShort(rest) ? `${rest}e` : rest;
}

function withoutLastE(word: string): string {
  if (!word.endsWith('e')) return word;
  const rest = word.slice(0, -1);
  const size = measure(rest);
  return size > 1 || (size === 1 && !endsShort(rest)) ? rest : word;
}

function withoutDoubleL(word: string): string {
  return word.endsWith('ll') && measure(word) > 1 ? word.slice(0, -1) : word;
}

/** Replaces the first ending that fits, if what stands before it is of at least this measure. */
function replaced(word: string, table: readonly Ending[], least: number): string {
  const found = table.find(([ending]) => word.endsWith(ending));
  if (!found) return word;
  const [ending, replacement] = found;
  const rest = word.slice(0, -ending.length);
  return measure(rest) >= least ? rest + replacement : word;
}

/** How often a vowel is followed by a consonant. */
function measure(word: string): number {
  const letters = lettersOf(word);
  let count = 0;
  for (let at = 1; at < letters.length; at += 1) {
    if (letters[at - 1] === 'v' && letters[at] === 'c') count += 1;
  }
  return count;
}

function hasVowel(word: string): boolean {
  return lettersOf(word).includes('v');
}

function endsInDouble(word: string): boolean {
  return word.at(-1) === word.at(-2) && lettersOf(word).endsWith('c');
}

/** As in `hop`: such a word had an `e` before `ing`. */
function endsShort(word: string): boolean {
  return lettersOf(word).endsWith('cvc') && !/[wxy]$/.test(word);
}

/** `v` for each vowel and `c` for each consonant: a `y` is a vowel behind a consonant. */
function lettersOf(word: string): string {
  let letters = '';
  for (const letter of word) {
    const isVowel = letter === 'y' ? letters.endsWith('c') : 'aeiou'.includes(letter);
    letters += isVowel ? 'v' : 'c';
  }
  return letters;
}
