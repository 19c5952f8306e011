import type { ServerLine } from '#engine/port';

const MOST_LINES = 5;
const MOST_CHARACTERS = 500;

/** Formats the end of a server's output in one line, without the lines of a stack trace. */
export function formatLastWords(lines: readonly ServerLine[]): string | undefined {
  const told = lines
    .filter(({ from, text }) => from === 'stderr' && isTelling(text))
    .slice(-MOST_LINES)
    .map(({ text }) => text.trim().replaceAll(/\s+/g, ' '))
    .join(' | ');
  if (told === '') return undefined;
  return told.length > MOST_CHARACTERS ? `…${told.slice(-MOST_CHARACTERS)}` : told;
}

/** Indented lines are the inner lines of stack traces, whose message stands at the margin. */
function isTelling(text: string): boolean {
  return /^\S/.test(text) && /\p{L}/u.test(text) && !/^Node\.js v\d/.test(text);
}
