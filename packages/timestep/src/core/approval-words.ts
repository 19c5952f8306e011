import { textOf, type UserMessage } from './message.ts';
import { withoutTrailing } from './without-trailing.ts';

const YES: readonly string[] = ['yes', 'y', 'ok', 'okay', 'approve', 'approved', 'allow'];
const NO: readonly string[] = ['no', 'n', 'deny', 'denied', 'reject', 'rejected', 'refuse'];

/**
 * Reads a message that is only a yes or a no; `undefined` for any other text. People at a chat
 * window can decide about a call only in words.
 */
export function approvalIn(message: UserMessage): boolean | undefined {
  const word = withoutTrailing(textOf(message).trim(), '.!').toLowerCase();
  if (YES.includes(word)) return true;
  return NO.includes(word) ? false : undefined;
}
