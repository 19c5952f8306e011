import type { ApprovalItem } from '#people/view';
import { parseArguments } from '#core';
import type { CallDecision } from './terminal-conversation.ts';

/** Approval prompt of a tool call: awaits a key, a reason for denying, or edited arguments. */
export interface ApprovalPrompt {
  readonly approval: ApprovalItem;
  readonly mode: 'keys' | 'reason' | 'arguments';
  /** Time at which the prompt appeared, in milliseconds since the epoch. */
  readonly shownAt: number;
}

export type ApprovalStep =
  | { readonly kind: 'decided'; readonly decision: CallDecision }
  | { readonly kind: 'asks'; readonly prompt: ApprovalPrompt };

/** Keys right after the prompt appeared are ignored, because they were meant for something else. */
const IGNORE_KEYS_MS = 300;

export const APPROVAL_KEYS = '[o]nce  [s]ession  [d]eny  [e]dit';

/** Returns the effect of a key in mode `keys`; undefined if the key has none. */
export function getApprovalStep(
  prompt: ApprovalPrompt,
  key: string,
  now: number,
): ApprovalStep | undefined {
  if (prompt.mode !== 'keys' || now - prompt.shownAt < IGNORE_KEYS_MS) return undefined;
  const { callId, name: tool } = prompt.approval;
  switch (key) {
    case 'o':
    case 'y':
      return { kind: 'decided', decision: { callId, tool, approved: true, scope: 'once' } };
    case 's':
      return { kind: 'decided', decision: { callId, tool, approved: true, scope: 'session' } };
    case 'd':
    case 'n':
      return { kind: 'asks', prompt: { ...prompt, mode: 'reason' } };
    case 'e':
      return { kind: 'asks', prompt: { ...prompt, mode: 'arguments' } };
    default:
      return undefined;
  }
}

/** Returns the decision for text entered in mode `reason` or `arguments`, or an error message. */
export function parseApprovalText(prompt: ApprovalPrompt, text: string): CallDecision | string {
  const { callId, name: tool } = prompt.approval;
  if (prompt.mode === 'arguments') {
    if (parseArguments(text) === undefined) return 'The arguments must be a JSON object.';
    return { callId, tool, approved: true, scope: 'once', arguments: text };
  }
  const reason = text.trim();
  return { callId, tool, approved: false, ...(reason !== '' && { reason }) };
}
