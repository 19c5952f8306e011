import type { ApprovalItem } from '#people/view';
import { choiceToDecision, listConsentChoices, parseArguments, type ConsentChoice } from '#core';
import type { CallDecision } from './terminal-conversation.ts';

/**
 * Prompt for approving a tool call, which expects a key, a reason for denying, or edited arguments.
 */
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

const OTHER_KEYS = '[d]eny  [e]dit';

const CHOICE_KEYS: Readonly<Record<ConsentChoice['id'], string>> = {
  once: 'o',
  arguments: 'a',
  pattern: 'p',
  session: 's',
  always: 'w',
};

/**
 * Formats the available keys in one line. `listLastingConsentChoices` names the choices that also apply to
 * later calls.
 */
export function formatApprovalKeys({ approval }: ApprovalPrompt): string {
  const longer = listLastingConsentChoices(approval).map(({ id }) => `[${CHOICE_KEYS[id]}]`);
  return ['[o]nce', ...longer, OTHER_KEYS].join('  ');
}

/** Formats the choices that also apply to later calls, each with its key. */
export function formatLongerChoices(approval: ApprovalItem): readonly string[] {
  return listLastingConsentChoices(approval).map(({ id, text }) => `[${CHOICE_KEYS[id]}] ${text}`);
}

function listLastingConsentChoices(approval: ApprovalItem): readonly ConsentChoice[] {
  return listConsentChoices(approval).filter(({ id }) => id !== 'once');
}

/** Returns what a key does while the approval prompt waits for one key; undefined if it does nothing. */
export function keyToApprovalStep(
  prompt: ApprovalPrompt,
  key: string,
  now: number,
): ApprovalStep | undefined {
  if (prompt.mode !== 'keys' || now - prompt.shownAt < IGNORE_KEYS_MS) return undefined;
  switch (key) {
    case 'd':
    case 'n':
      return { kind: 'asks', prompt: { ...prompt, mode: 'reason' } };
    case 'e':
      return { kind: 'asks', prompt: { ...prompt, mode: 'arguments' } };
    default: {
      const { approval } = prompt;
      const pressed = key === 'y' ? 'o' : key;
      const choice = listConsentChoices(approval).find(({ id }) => CHOICE_KEYS[id] === pressed);
      return choice && { kind: 'decided', decision: createDecision(approval, choice) };
    }
  }
}

function createDecision({ callId, name, tool }: ApprovalItem, choice: ConsentChoice): CallDecision {
  return { ...choiceToDecision(choice, callId, tool?.call), tool: name };
}

/** Returns the decision for text entered in mode `reason` or `arguments`, or an error message. */
export function parseApprovalText(prompt: ApprovalPrompt, text: string): CallDecision | string {
  const { callId, name: tool, tool: shown } = prompt.approval;
  if (prompt.mode === 'arguments') {
    if (parseArguments(text) === undefined) return 'The arguments must be a JSON object.';
    const digest = shown && { digest: shown.call };
    return { callId, tool, approved: true, scope: 'once', arguments: text, ...digest };
  }
  const reason = text.trim();
  return { callId, tool, approved: false, ...(reason !== '' && { reason }) };
}
