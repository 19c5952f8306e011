import { toPlainLine } from './plain-text.ts';

/**
 * Quotes a text as one shell word, so that the user can paste it. Needed because remote agents
 * choose ids.
 */
export function quoteShellWord(text: string): string {
  const plain = toPlainLine(text);
  return /^[\w.:/@%+,=-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", "'\\''")}'`;
}
