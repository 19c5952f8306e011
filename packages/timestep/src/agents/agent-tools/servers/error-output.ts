import type { ServerLine } from '#engine/port';

const MOST_LINES = 5;
const MOST_CHARACTERS = 500;

/** Formats the end of a server's output in one line, without the lines of a stack trace. */
export function formatErrorOutput(lines: readonly ServerLine[]): string | undefined {
  const texts = lines
    .filter(({ from, text }) => from === 'stderr' && isErrorMessageLine(text))
    .map(({ text }) => text.trim().replaceAll(/\s+/g, ' '));
  // Equal lines are listed once, because a command that exits at once is started a second time.
  const told = [...new Set(texts)].slice(-MOST_LINES).join(' | ');
  if (told === '') return undefined;
  return told.length > MOST_CHARACTERS ? `…${told.slice(-MOST_CHARACTERS)}` : told;
}

/**
 * Whether a line of standard error is an error message, not an indented stack frame or the line with Node's
 * version.
 */
function isErrorMessageLine(text: string): boolean {
  return /^\S/.test(text) && /\p{L}/u.test(text) && !/^Node\.js v\d/.test(text);
}
