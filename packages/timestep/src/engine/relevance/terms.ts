import { createLazyPattern } from '#core';
import { FUNCTION_WORDS } from './function-words.ts';
import { stemWord } from './stem.ts';

/** Matches scripts without spaces between words, or with particles joined to words. */
const getUnspacedPattern = createLazyPattern(
  String.raw`[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]+`,
  'gu',
);

/** Matches letters and digits, and the characters that join several words to one name. */
const getNamePattern = createLazyPattern(
  String.raw`[\p{L}\p{M}\p{N}]+(?:[_-][\p{L}\p{M}\p{N}]+)*`,
  'gu',
);

/**
 * Matches camel-case boundaries: before a capital after a small letter, and before the last of
 * several capitals.
 */
const getHumpPattern = createLazyPattern(
  String.raw`(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})`,
  'u',
);

/**
 * Splits a text into stemmed search terms, in linear time; `readFile` becomes `read` and `file`.
 */
export function extractTerms(text: string): string[] {
  const terms: string[] = [];
  const plain = normalizeText(text);
  const isSpaced = plain.search(getUnspacedPattern()) === -1;
  for (const [name] of plain.matchAll(getNamePattern())) {
    const words = isSpaced
      ? splitNameIntoWords(name)
      : splitNameIntoWords(name.replaceAll(getUnspacedPattern(), '_'));
    for (const word of words) addStemUnlessFunctionWord(word, terms);
    if (words.length > 1) addStemUnlessFunctionWord(words.join(''), terms);
    if (!isSpaced) for (const pair of listPairsInUnspacedScripts(name)) terms.push(pair);
  }
  return terms;
}

/** Removes accents and normalizes compatible forms of letters. Hangul syllables stay composed. */
function normalizeText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]+/g, '')
    .normalize('NFC');
}

function splitNameIntoWords(name: string): string[] {
  return name.split(/[_-]/).flatMap((word) => (word === '' ? [] : word.split(getHumpPattern())));
}

function addStemUnlessFunctionWord(word: string, terms: string[]): void {
  const small = word.toLowerCase();
  if (!FUNCTION_WORDS.has(small)) terms.push(stemWord(small));
}

function* listPairsInUnspacedScripts(name: string): Generator<string> {
  for (const [run] of name.matchAll(getUnspacedPattern())) {
    const characters = Array.from(run);
    if (characters.length === 1) yield run;
    for (let at = 1; at < characters.length; at += 1) {
      yield `${characters[at - 1]}${characters[at]}`;
    }
  }
}
