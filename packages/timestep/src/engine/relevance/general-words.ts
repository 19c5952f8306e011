import { stemWord } from './stem.ts';

/**
 * Frequent English words that name no topic: general verbs, adjectives and words of time. An item
 * that shares only such words with a message is not relevant to it, as in "how old are you?".
 */
const GENERAL_WORDS: ReadonlySet<string> = new Set(
  [
    'say says said tell talk speak ask answer hear listen call mean think know feel believe remember',
    'see look watch show read write sing play laugh love like hate hope wish want need try use',
    'make get give take put keep let leave find go come run move live stay sit stand turn bring',
    'begin start continue stop end finish happen seem become work help thank thanks',
    'good great nice fine sure right wrong bad new old young first last next early late',
    'long short big small little large high low own other another same different many much few more most',
    'able ready happy sad funny real really again still ever never always now then today tomorrow yesterday',
    'day night morning evening week month year time hour minute moment',
    'thing something anything nothing everything way kind sort lot bit part name word life world',
    'man woman people person someone anyone everyone friend robot human bot',
    'sound sounds joke song story poem fun hello hi hey bye goodbye ok okay yes no well oh',
  ].flatMap((line) => line.split(' ').map(stemWord)),
);

/** Removes words that name no topic from a text. */
export function removeGeneralWords(text: string): string {
  return text
    .split(' ')
    .filter((word) => !GENERAL_WORDS.has(stemWord(trimSigns(word.toLowerCase()))))
    .join(' ');
}

/** Removes digits and punctuation from both ends of a word. */
function trimSigns(word: string): string {
  return word.replace(/^[^a-z]{1,20}/, '').replace(/[^a-z]{1,20}$/, '');
}
