import { stemWord } from './stem.ts';

/**
 * Stems of frequent English words that name no topic: general verbs, adjectives and words of time.
 * An item that shares only such words with a message is not relevant to it, as in "how old are you?".
 * They are written as stems, because stemming the words would take 2 ms of each program start.
 */
const GENERAL_STEMS: ReadonlySet<string> = new Set(
  [
    'sai said tell talk speak ask answer hear listen call mean think know feel believ rememb',
    'see look watch show read write sing plai laugh love like hate hope wish want need try us',
    'make get give take put keep let leav find go come run move live stai sit stand turn bring',
    'begin start continu stop end finish happen seem becom work help thank',
    'good great nice fine sure right wrong bad new old young first last next earli late',
    'long short big small littl larg high low own other anoth same differ mani much few more most',
    'abl readi happi sad funni real realli again still ever never alwai now then todai tomorrow yesterdai',
    'dai night morn even week month year time hour minut moment',
    'thing someth anyth noth everyth wai kind sort lot bit part name word life world',
    'man woman peopl person someon anyon everyon friend robot human bot',
    'sound joke song stori poem fun hello hi hei bye goodby ok okai ye no well oh',
  ].flatMap((line) => line.split(' ')),
);

/** Removes words that name no topic from a text. */
export function removeGeneralWords(text: string): string {
  return text
    .split(' ')
    .filter((word) => !GENERAL_STEMS.has(stemWord(trimNonLetters(word.toLowerCase()))))
    .join(' ');
}

/** Removes digits and punctuation from both ends of a word. */
function trimNonLetters(word: string): string {
  return word.replace(/^[^a-z]{1,20}/, '').replace(/[^a-z]{1,20}$/, '');
}
