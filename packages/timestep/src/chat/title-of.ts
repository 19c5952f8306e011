import { textOf, type UserMessage } from '../core/index.ts';

const LONGEST = 60;

/** A name for a conversation that begins with a message: its first line, cut at a word. */
export function titleOf(message: UserMessage): string | undefined {
  const line = textOf(message)
    .split('\n')
    .map((each) => each.trim())
    .find((each) => each !== '');
  if (line === undefined || line.length <= LONGEST) return line;
  const cut = line.slice(0, LONGEST);
  const space = cut.lastIndexOf(' ');
  return `${space > LONGEST / 2 ? cut.slice(0, space) : cut}…`;
}
