import { toPlainLine } from './plain-text.ts';

/** Quotes a text for a shell. Needed because remote agents choose ids. */
export function quoteShellWord(text: string): string {
  const plain = toPlainLine(text);
  return /^[\w.:/@%+,=-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", "'\\''")}'`;
}
