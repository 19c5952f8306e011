import { plainLine } from './plain-text.ts';

/** A text as one word of a command that a person may copy to a shell: peers choose ids. */
export function shellWord(text: string): string {
  const plain = plainLine(text);
  return /^[\w.:/@%+,=-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", "'\\''")}'`;
}
