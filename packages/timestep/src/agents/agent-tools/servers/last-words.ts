import type { ServerLine } from '#engine/port';

const MOST_LINES = 5;
const MOST_CHARACTERS = 500;

/** Formats the end of a server's output in one line, without the lines of a stack trace. */
export function formatLastWords(lines: readonly ServerLine[]): string | undefined {
  const texts = lines
    .filter(({ from, text }) => from === 'stderr' && isTelling(text))
    .map(({ text }) => text.trim().replaceAll(/\s+/g, ' '));
  // A command that exits at once was started a second time, as an older server.
  const told = [...new Set(texts)].slice(-MOST_LINES).join(' | ');
  if (told === '') return undefined;
  return told.length > MOST_CHARACTERS ? `…${told.slice(-MOST_CHARACTERS)}` : told;
}

/** Indented lines are the inner lines of stack traces, whose message stands at the margin. */
function isTelling(text: string): boolean {
  return /^\S/.test(text) && /\p{L}/u.test(text) && !/^Node\.js v\d/.test(text);
}
