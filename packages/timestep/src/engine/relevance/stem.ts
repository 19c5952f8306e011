/** A suffix and its replacement. In a table, the first suffix that matches is used. */
type Ending = readonly [ending: string, replacement: string];

const AFTER_ED_OR_ING: readonly Ending[] = parseSuffixReplacements('at>ate bl>ble iz>ize');

const DOUBLE_SUFFIXES: readonly Ending[] = parseSuffixReplacements(
  'ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent eli>e ousli>ous ' +
    'ization>ize ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al ' +
    'iviti>ive biliti>ble logi>log',
);

const SINGLE_SUFFIXES: readonly Ending[] = parseSuffixReplacements(
  'icate>ic ative> alize>al iciti>ic ical>ic ful> ness>',
);

const LAST_SUFFIXES: readonly Ending[] = parseSuffixReplacements(
  'al> ance> ence> er> ic> able> ible> ant> ement> ment> ent> ou> ism> ate> iti> ous> ive> ize>',
);

/** Maximum length of a stemmed word. Longer strings are not real words. */
const LONGEST_WORD = 40;

/** Returns the stem of an English word by Porter's algorithm (1980), as in Porter's own program. */
export function stemWord(word: string): string {
  if (word.length < 3 || word.length > LONGEST_WORD || !/^[a-z]+$/.test(word)) return word;
  let result = removePlural(word);
  result = removeEdOrIng(result);
  if (result.endsWith('y') && hasVowel(result.slice(0, -1))) result = `${result.slice(0, -1)}i`;
  result = replaceSuffix(result, DOUBLE_SUFFIXES, 1);
  result = replaceSuffix(result, SINGLE_SUFFIXES, 1);
  result = replaceSuffix(result, /[st]ion$/.test(result) ? [['ion', '']] : LAST_SUFFIXES, 2);
  return shortenFinalDoubleL(removeLastE(result));
}

function parseSuffixReplacements(table: string): Ending[] {
  return table.split(' ').map((entry) => {
    const [ending = '', replacement = ''] = entry.split('>');
    return [ending, replacement];
  });
}

function removePlural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function removeEdOrIng(word: string): string {
  if (word.endsWith('eed'))
    return countVowelConsonantPairs(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const length = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0;
  const rest = word.slice(0, word.length - length);
  if (length === 0 || !hasVowel(rest)) return word;
  const mended = replaceSuffix(rest, AFTER_ED_OR_ING, 0);
  if (mended !== rest) return mended;
  if (endsInDoubleConsonant(rest)) return /[lsz]$/.test(rest) ? rest : rest.slice(0, -1);
  return countVowelConsonantPairs(rest) === 1 && endsInShortSyllable(rest) ? `${rest}e` : rest;
}

function removeLastE(word: string): string {
  if (!word.endsWith('e')) return word;
  const rest = word.slice(0, -1);
  const size = countVowelConsonantPairs(rest);
  return size > 1 || (size === 1 && !endsInShortSyllable(rest)) ? rest : word;
}

function shortenFinalDoubleL(word: string): string {
  return word.endsWith('ll') && countVowelConsonantPairs(word) > 1 ? word.slice(0, -1) : word;
}

function replaceSuffix(word: string, table: readonly Ending[], minMeasure: number): string {
  const found = table.find(([ending]) => word.endsWith(ending));
  if (!found) return word;
  const [ending, replacement] = found;
  const rest = word.slice(0, -ending.length);
  return countVowelConsonantPairs(rest) >= minMeasure ? rest + replacement : word;
}

/** Counts how often a vowel is followed by a consonant (the measure in Porter's algorithm). */
function countVowelConsonantPairs(word: string): number {
  const letters = toVowelConsonantPattern(word);
  let count = 0;
  for (let at = 1; at < letters.length; at += 1) {
    if (letters[at - 1] === 'v' && letters[at] === 'c') count += 1;
  }
  return count;
}

function hasVowel(word: string): boolean {
  return toVowelConsonantPattern(word).includes('v');
}

function endsInDoubleConsonant(word: string): boolean {
  return word.at(-1) === word.at(-2) && toVowelConsonantPattern(word).endsWith('c');
}

/** Returns whether a word ends in consonant–vowel–consonant, like `hop`, so that it had an `e` before `ing`. */
function endsInShortSyllable(word: string): boolean {
  return toVowelConsonantPattern(word).endsWith('cvc') && !/[wxy]$/.test(word);
}

/**
 * Maps each letter of a word to `v` (vowel) or `c` (consonant), for the rules of a stemmer. A `y` after a
 * consonant counts as a vowel.
 */
function toVowelConsonantPattern(word: string): string {
  let letters = '';
  for (const letter of word) {
    const isVowel = letter === 'y' ? letters.endsWith('c') : 'aeiou'.includes(letter);
    letters += isVowel ? 'v' : 'c';
  }
  return letters;
}
