import { getText, type UserMessage } from './message.ts';
import { trimTrailing } from '../text/trim-trailing.ts';

const YES: readonly string[] = ['yes', 'y', 'ok', 'okay', 'approve', 'approved', 'allow'];
const NO: readonly string[] = ['no', 'n', 'deny', 'denied', 'reject', 'rejected', 'refuse'];

/** Parses a message that is only "yes", "no" or a synonym. Undefined for any other text. */
export function parseApproval(message: UserMessage): boolean | undefined {
  const word = trimTrailing(getText(message).trim(), '.!').toLowerCase();
  if (YES.includes(word)) return true;
  return NO.includes(word) ? false : undefined;
}
