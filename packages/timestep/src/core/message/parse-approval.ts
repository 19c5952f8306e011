import { getText, type UserMessage } from './message.ts';
import { trimTrailing } from '../text/trim-trailing.ts';

const YES: readonly string[] = ['yes', 'y', 'ok', 'okay', 'approve', 'approved', 'allow'];
const NO: readonly string[] = ['no', 'n', 'deny', 'denied', 'reject', 'rejected', 'refuse'];

const GO_ON: readonly string[] = ['go on', 'continue', 'resume', 'retry', 'try again'];
const CANCEL: readonly string[] = ['cancel', 'stop', 'abort', 'end'];

/** Parses a message that is only "go on", "cancel", or a synonym. Undefined for any other text. */
export function parseGoOnOrCancel(message: UserMessage): boolean | undefined {
  return parseChoice(message, [...YES, ...GO_ON], [...NO, ...CANCEL]);
}

/** Parses a message that is only "yes", "no" or a synonym. Undefined for any other text. */
export function parseApproval(message: UserMessage): boolean | undefined {
  return parseChoice(message, YES, NO);
}

function parseChoice(
  message: UserMessage,
  yes: readonly string[],
  no: readonly string[],
): boolean | undefined {
  const word = trimTrailing(getText(message).trim(), '.!').toLowerCase();
  if (yes.includes(word)) return true;
  return no.includes(word) ? false : undefined;
}
