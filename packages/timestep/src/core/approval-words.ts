import { textOf, type UserMessage } from './message.ts';
import { withoutTrailing } from './without-trailing.ts';

const YES: readonly string[] = ['yes', 'y', 'ok', 'okay', 'approve', 'approved', 'allow'];
const NO: readonly string[] = ['no', 'n', 'deny', 'denied', 'reject', 'rejected', 'refuse'];

/**
 * Whether a message is nothing but a yes or a no, since people at a chat window have only words to
 * decide with; `undefined` where it says anything else.
 */
export function approvalIn(message: UserMessage): boolean | undefined {
  const word = withoutTrailing(textOf(message).trim(), '.!').toLowerCase();
  if (YES.includes(word)) return true;
  return NO.includes(word) ? false : undefined;
}
