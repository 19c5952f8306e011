import type { ApprovalItem } from '../../view/index.ts';
import { readArguments } from '../../core/index.ts';
import type { CallDecision } from './conversation-port.ts';

/**
 * A call that a person decides about. `keys`: one key decides. `reason`: the person writes why not.
 * `arguments`: the person writes other arguments.
 */
export interface Dialogue {
  readonly approval: ApprovalItem;
  readonly mode: 'keys' | 'reason' | 'arguments';
  /** When it was shown, in milliseconds since the epoch. */
  readonly shownAt: number;
}

/** What a key comes to; `undefined` where the key means nothing here. */
export type DialogueStep =
  | { readonly kind: 'decided'; readonly decision: CallDecision }
  | { readonly kind: 'asks'; readonly dialogue: Dialogue };

/** Keys that come sooner were meant for something else. */
const TOO_SOON_MS = 300;

export const DIALOGUE_KEYS = '[o]nce  [s]ession  [d]eny  [e]dit';

/** A key while one key decides. */
export function keyPressed(dialogue: Dialogue, key: string, now: number): DialogueStep | undefined {
  if (dialogue.mode !== 'keys' || now - dialogue.shownAt < TOO_SOON_MS) return undefined;
  const { callId, name: tool } = dialogue.approval;
  switch (key) {
    case 'o':
    case 'y':
      return { kind: 'decided', decision: { callId, tool, approved: true, scope: 'once' } };
    case 's':
      return { kind: 'decided', decision: { callId, tool, approved: true, scope: 'session' } };
    case 'd':
    case 'n':
      return { kind: 'asks', dialogue: { ...dialogue, mode: 'reason' } };
    case 'e':
      return { kind: 'asks', dialogue: { ...dialogue, mode: 'arguments' } };
    default:
      return undefined;
  }
}

/** Words that end a dialogue; a text where they cannot. */
export function wordsGiven(dialogue: Dialogue, words: string): CallDecision | string {
  const { callId, name: tool } = dialogue.approval;
  if (dialogue.mode === 'arguments') {
    if (readArguments(words) === undefined) return 'The arguments are not a JSON object.';
    return { callId, tool, approved: true, scope: 'once', arguments: words };
  }
  const reason = words.trim();
  return { callId, tool, approved: false, ...(reason !== '' && { reason }) };
}
