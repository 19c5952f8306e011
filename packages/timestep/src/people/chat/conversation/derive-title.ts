import { getText, type UserMessage } from '#core';

const MAX_TITLE_LENGTH = 60;

/** Derives a conversation title from a message: its first line, shortened at a word boundary. */
export function deriveTitle(message: UserMessage): string | undefined {
  const line = getText(message)
    .split('\n')
    .map((each) => each.trim())
    .find((each) => each !== '');
  if (line === undefined || line.length <= MAX_TITLE_LENGTH) return line;
  const cut = line.slice(0, MAX_TITLE_LENGTH);
  const space = cut.lastIndexOf(' ');
  return `${space > MAX_TITLE_LENGTH / 2 ? cut.slice(0, space) : cut}…`;
}
