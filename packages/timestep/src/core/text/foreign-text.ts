import { createSingleEmojiPattern } from './emoji-pattern.ts';
import {
  escapeCharacter,
  escapeHidden,
  getHiddenPattern,
  HIDDEN_CHARACTER,
} from './hidden-characters.ts';
import { createLazyPattern } from './late-pattern.ts';

/**
 * Formats untrusted text (of a model, server, file or agent) for people: hidden characters are
 * escaped, except line feeds, tabs, characters inside emoji, and characters that a script needs.
 */
export function formatForeignText(text: string): string {
  return text.search(getHiddenPattern()) === -1
    ? text
    : text.replaceAll(getEmojiOrHiddenPattern(), createHiddenCharacterReplacer());
}

/** Formats untrusted text as a single line, so that it cannot imitate a line of our own output. */
export function formatForeignLine(text: string): string {
  return formatForeignText(text).replaceAll('\n', '⏎').replaceAll('\t', '\\u{9}');
}

/** Formats untrusted text to follow text of our own: its later lines are indented. */
export function formatForeignBlock(text: string): string {
  return formatForeignText(text).replaceAll('\n', '\n  ');
}

/** Characters that may combine with the next piece of a streamed text, such as half of an emoji. */
const getUnsettledPattern = createLazyPattern(
  String.raw`[\p{Emoji_Component}\p{Extended_Pictographic}\p{Cs}\u200c\u00a0\u202f\u3000]`,
  'u',
);

const MAX_UNSETTLED = 64;

/** Returns the length of a text up to which `formatForeignText` returns the same whatever follows. */
export function getStableTextLength(text: string): number {
  const least = Math.max(0, text.length - MAX_UNSETTLED);
  let end = text.length;
  while (end > least && getUnsettledPattern().test(text.charAt(end - 1))) end -= 1;
  return end;
}

/**
 * Formats an untrusted name for an approval question, in one line. Escapes hidden characters, and
 * letters that look like the Latin letters beside them.
 */
export function formatForeignName(name: string): string {
  const shown = escapeHidden(name).replaceAll(/[\n\t]/g, escapeCharacter);
  return shown.search(getLookAlikePattern()) === -1
    ? shown
    : shown.replaceAll(getWordPattern(), escapeLookAlikes);
}

const getWordPattern = createLazyPattern(String.raw`[\p{L}\p{N}\p{M}_]+`, 'gu');

/** Letters that look Latin: of scripts with similar capitals, and styled or full-width Latin letters. */
const getLookAlikePattern = createLazyPattern(
  String.raw`(?![a-zA-Z])(?:[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\u{1d400}-\u{1d7ff}\uff10-\uff5a])`,
  'gu',
);

function escapeLookAlikes(word: string): string {
  return /[a-zA-Z]/.test(word) || /^[\u{1d400}-\u{1d7ff}\uff10-\uff5a]/u.test(word)
    ? word.replaceAll(getLookAlikePattern(), escapeCharacter)
    : word;
}

/** Matches an emoji sequence with its joiners and modifiers, or one hidden character. */
const getEmojiOrHiddenPattern = createLazyPattern(
  String.raw`(\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?){0,8}[\u{e0020}-\u{e007f}]{0,8}|[\d#*]\ufe0f\u20e3)|${HIDDEN_CHARACTER}`,
  'gu',
);

type FormatPiece = (piece: string, emoji: string | undefined, at: number, text: string) => string;

/** Creates the formatter of a text, which compiles the emoji pattern at most once and only if needed. */
function createHiddenCharacterReplacer(): FormatPiece {
  let pattern: RegExp | undefined;
  return (piece, emoji, at, text) => {
    if (emoji === undefined) return formatHiddenCharacter(piece, at, text);
    if (piece.search(getHiddenPattern()) === -1) return piece;
    pattern ??= createSingleEmojiPattern();
    return pattern.test(piece) ? piece : escapeHidden(piece);
  };
}

function formatHiddenCharacter(piece: string, at: number, text: string): string {
  const isNeeded = ORTHOGRAPHY.some(
    ({ characters, before, after }) =>
      characters.includes(piece) &&
      (before?.test(text.charAt(at - 1)) ?? true) &&
      (after?.test(text.charAt(at + 1)) ?? true),
  );
  return isNeeded ? piece : escapeCharacter(piece);
}

/** Hidden characters that scripts need, and patterns of the characters before and after them. */
const ORTHOGRAPHY: readonly {
  readonly characters: string;
  readonly before?: RegExp;
  readonly after?: RegExp;
}[] = [
  // Allowed in French: special spaces around punctuation, and between groups of digits and their unit.
  { characters: '\u00a0\u202f', before: /[«\d]/, after: /[\p{L}\d]/u },
  { characters: '\u00a0\u202f', after: /[!?:;»%€$£°]/ },
  // Chinese and Japanese: the ideographic space is normal beside characters of these scripts.
  { characters: '\u3000', before: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。]/u },
  { characters: '\u3000', after: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u },
  // Allowed in Arabic: a non-joiner after a letter that would otherwise join the next letter.
  {
    characters: '\u200c',
    before: /(?![اآأإٱدذرزژوؤةء])\p{Script=Arabic}/u,
    after: /\p{Script=Arabic}/u,
  },
  // Allowed in Indic scripts: a joiner or non-joiner after the virama.
  {
    characters: '\u200c\u200d',
    before: /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]/,
    after: /\p{L}/u,
  },
];
