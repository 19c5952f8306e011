import type { AssistantMessage, Message, ToolCall } from '#core';
import { cleanMessage } from './clean-message.ts';
import { areArgumentsClean } from './clean-text.ts';
import type { ProviderLimits } from '../limits/limits.ts';

/** Limits of a provider for the texts and tool call ids of a transcript. */
export type TranscriptLimits = Pick<ProviderLimits, 'callIds' | 'text'>;

/** State after checking the messages of a transcript so far. */
export interface TranscriptCheck {
  readonly usedIds: Set<string>;
  /** Tool calls of the newest reply, and the number of their results so far. */
  calls: readonly ToolCall[];
  answered: number;
  /** Whether a message other than a system message was checked. */
  hasTurn: boolean;
}

export function createTranscriptCheck(): TranscriptCheck {
  return { usedIds: new Set(), calls: [], answered: 0, hasTurn: false };
}

/**
 * Checks the messages from index `from` on, and updates `check`. Returns false if a message must be
 * changed before a provider accepts the transcript; `check` is then invalid.
 */
export function checkMessages(
  check: TranscriptCheck,
  messages: readonly Message[],
  from: number,
  { callIds: { pattern }, text: limit }: TranscriptLimits,
): boolean {
  const { usedIds } = check;
  for (let index = from; index < messages.length; index += 1) {
    const message = messages[index];
    if (!message || !isAccepted(message, limit)) return false;
    if (message.role === 'tool') {
      if (check.calls[check.answered]?.id !== message.tool_call_id) return false;
      check.answered += 1;
      continue;
    }
    if (check.answered < check.calls.length) return false;
    if (message.role === 'assistant' && !check.hasTurn) return false;
    check.calls = message.role === 'assistant' ? (message.tool_calls ?? NO_CALLS) : NO_CALLS;
    check.answered = 0;
    check.hasTurn ||= message.role !== 'system';
    for (const { id, function: called } of check.calls) {
      if (usedIds.has(id) || !pattern.test(id) || !areArgumentsClean(called.arguments))
        return false;
      usedIds.add(id);
    }
  }
  const last = messages.at(-1)?.role;
  return check.answered === check.calls.length && check.hasTurn && last !== 'assistant';
}

const NO_CALLS: readonly ToolCall[] = [];

/** Whether a message surely needs no change, apart from its tool calls. */
function isAccepted(message: Message, limit: number): boolean {
  const { content } = message;
  if (message.role === 'assistant') {
    const { reasoning } = message;
    if (reasoning !== undefined && !isClean(reasoning)) return false;
    return content ? isAcceptedText(message.content ?? '', limit) : hasCalls(message);
  }
  if (message.role === 'tool' && message.attachments)
    return cleanMessage(message, limit) === message;
  return typeof content === 'string'
    ? isAcceptedText(content, limit)
    : cleanMessage(message, limit) === message;
}

function isAcceptedText(text: string, limit: number): boolean {
  return text.length <= limit && isClean(text) && (beginsWithWord(text) || text.trim() !== '');
}

/** Whether the first character is surely no blank. `trim` would copy the text. */
function beginsWithWord(text: string): boolean {
  const code = text.charCodeAt(0);
  return code > 0x20 && code < 0x7f;
}

function isClean(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Whether a reply has tool calls. */
export function hasCalls({ tool_calls: calls }: AssistantMessage): boolean {
  return calls !== undefined && calls.length > 0;
}
