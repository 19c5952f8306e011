// Fast code: loops count indexes, because compiling iterators took 4 % of a process's first episodes.
import type { AssistantMessage, Message, ToolCall } from '#core';
import { cleanMessage } from './clean-message.ts';
import { areArgumentCharactersClean } from './clean-text.ts';
import type { ProviderLimits } from '../limits/limits.ts';

/** Limits of a provider for the texts and tool call ids of a transcript. */
export type TranscriptLimits = Pick<ProviderLimits, 'callIds' | 'text'>;

/** State after checking the messages of a transcript so far. */
export interface TranscriptCheck {
  readonly usedIds: Set<string>;
  /** Tool calls of the newest reply, and the number of their results so far. */
  calls: readonly ToolCall[];
  answered: number;
  /** Whether the transcript has had a message other than a system message so far. */
  hasTurn: boolean;
}

export function createTranscriptCheck(): TranscriptCheck {
  return { usedIds: new Set(), calls: [], answered: 0, hasTurn: false };
}

/**
 * Checks the messages from index `from` on, and updates `check`. Returns false if a message must be
 * changed before a provider accepts the transcript; `check` is then invalid.
 */
export function checkTranscriptMessages(
  check: TranscriptCheck,
  messages: readonly Message[],
  from: number,
  { callIds: { pattern }, text: limit }: TranscriptLimits,
): boolean {
  for (let index = from; index < messages.length; index += 1) {
    const message = messages[index];
    if (!message || !isAcceptedMessage(message, limit)) return false;
    const { role } = message;
    if (role === 'tool') {
      if (check.calls[check.answered]?.id !== message.tool_call_id) return false;
      check.answered += 1;
      continue;
    }
    if (check.answered < check.calls.length) return false;
    check.answered = 0;
    check.calls = NO_CALLS;
    if (role === 'assistant') {
      if (!check.hasTurn) return false;
      if (message.tool_calls && !checkReplyCalls(check, message.tool_calls, pattern)) return false;
    }
    if (role !== 'system') check.hasTurn = true;
  }
  const last = messages.at(-1)?.role;
  return check.answered === check.calls.length && check.hasTurn && last !== 'assistant';
}

const NO_CALLS: readonly ToolCall[] = [];

/**
 * Returns whether the calls of the newest reply have valid ids and arguments. Records their ids in `check`.
 */
function checkReplyCalls(
  check: TranscriptCheck,
  calls: readonly ToolCall[],
  pattern: RegExp,
): boolean {
  for (let index = 0; index < calls.length; index += 1) {
    const call = calls[index];
    if (!call || check.usedIds.has(call.id) || !pattern.test(call.id)) return false;
    if (!areArgumentCharactersClean(call.function.arguments)) return false;
    check.usedIds.add(call.id);
  }
  check.calls = calls;
  return true;
}

/**
 * Returns whether a provider certainly accepts the message without changes. Tool calls are checked
 * separately.
 */
function isAcceptedMessage(message: Message, limit: number): boolean {
  const { role, content } = message;
  if (role === 'assistant') {
    const { reasoning } = message;
    if (reasoning !== undefined && !isWellFormedWithoutNul(reasoning)) return false;
    if (!content) return hasCalls(message);
  }
  if (typeof content !== 'string' || (role === 'tool' && message.attachments))
    return cleanMessage(message, limit) === message;
  return isAcceptedText(content, limit);
}

function isAcceptedText(text: string, limit: number): boolean {
  if (text.length > limit || !text.isWellFormed() || text.includes('\0')) return false;
  // A first character in printable ASCII shows that the text is not blank, without a copy by `trim`.
  const first = text.charCodeAt(0);
  return (first > 0x20 && first < 0x7f) || text.trim() !== '';
}

function isWellFormedWithoutNul(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Whether a reply has tool calls. */
export function hasCalls({ tool_calls: calls }: AssistantMessage): boolean {
  return calls !== undefined && calls.length > 0;
}
