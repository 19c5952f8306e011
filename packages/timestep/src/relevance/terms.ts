import { FUNCTION_WORDS } from './function-words.ts';
import { stem } from './stem.ts';

/** Scripts that put no space between words, or join particles to them. */
const UNSPACED =
  /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]+/gu;

/** Letters and digits, and what joins them to one name. */
const NAMES = /[\p{L}\p{M}\p{N}]+(?:[_-][\p{L}\p{M}\p{N}]+)*/gu;

/** Before a capital behind a small letter or a digit, and before the last capital of several. */
const HUMPS = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/**
 * The terms of a text, in their order: words in small letters without accents, English ones stemmed, function
 * words left out. A name of several words gives each of them and all of them joined: `readFile` and `read-file`
 * are `read`, `file` and `readfil`. Scripts without spaces give pairs of characters. Linear in the length of the
 * text.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  const plain = plainOf(text);
  const isSpaced = plain.search(UNSPACED) === -1;
  for (const [name] of plain.matchAll(NAMES)) {
    const words = isSpaced ? wordsIn(name) : wordsIn(name.replaceAll(UNSPACED, '_'));
    for (const word of words) addTerm(word, terms);
    if (words.length > 1) addTerm(words.join(''), terms);
    if (!isSpaced) for (const pair of pairsIn(name)) terms.push(pair);
  }
  return terms;
}

/** Without accents and other forms of the same letter; syllables of Hangul stay whole. */
function plainOf(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]+/g, '')
    .normalize('NFC');
}

function wordsIn(name: string): string[] {
  return name.split(/[_-]/).flatMap((word) => (word === '' ? [] : word.split(HUMPS)));
}

function addTerm(word: string, terms: string[]): void {
  const small = word.toLowerCase();
  if (!FUNCTION_WORDS.has(small)) terms.push(stem(small));
}

function* pairsIn(name: string): Generator<string> {
  for (const [run] of name.matchAll(UNSPACED)) {
    const characters = Array.from(run);
    if (characters.length === 1) yield run;
    for (let at = 1; at < characters.length; at += 1) {
      yield `${characters[at - 1]}${characters[at]}`;
    }
  }
}
