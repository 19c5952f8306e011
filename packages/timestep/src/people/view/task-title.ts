import { getText, toArray, type Task } from '#core';

/** Maximum number of characters of a title. */
export const MAX_TITLE_LENGTH = 160;

/** Number of characters in which the title of a task is searched, as a message may be long. */
const SEARCHED_FOR_TITLE = 4000;

/** Returns the beginning of the first message of a user, on one line. */
export function createTaskTitle({ entries, inbox }: Task): string {
  const own = toArray(entries);
  const first = [...own, ...inbox].find(({ message }) => message.role === 'user');
  const begun = first ? getText(first.message).slice(0, SEARCHED_FOR_TITLE) : '';
  const text = begun.replaceAll(/\s+/g, ' ').trim();
  return text.length > MAX_TITLE_LENGTH ? `${text.slice(0, MAX_TITLE_LENGTH)}…` : text;
}
