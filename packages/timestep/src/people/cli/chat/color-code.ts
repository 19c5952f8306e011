import type { CodeTokenKind, TokenizeCode } from '#people/view';
import type { Style } from './style.ts';

const STYLES: Readonly<Record<CodeTokenKind, keyof Style>> = {
  keyword: 'blue',
  string: 'green',
  number: 'yellow',
  comment: 'dim',
  name: 'cyan',
  type: 'yellow',
  added: 'green',
  removed: 'red',
};

/** Returns the lines of code in colors, or without colors if the language is unknown. */
export function colorCode(
  code: string,
  language: string,
  tokenizeCode: TokenizeCode | undefined,
  style: Style,
): readonly string[] {
  const tokens = tokenizeCode?.(code, language) ?? [{ text: code }];
  const lines = [''];
  for (const { text, kind } of tokens) {
    // A color ends with its line, because each line of the screen is printed by itself.
    for (const [index, piece] of text.split('\n').entries()) {
      if (index > 0) lines.push('');
      const colored = kind && piece !== '' ? style[STYLES[kind]](piece) : piece;
      lines[lines.length - 1] += colored;
    }
  }
  return lines;
}
