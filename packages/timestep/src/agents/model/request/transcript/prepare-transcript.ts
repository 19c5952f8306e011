import { isJsonObject, type AssistantMessage, type Message, type ToolCall } from '#core';
import { mapCallIds } from './call-ids.ts';
import { cleanMessage } from './clean-message.ts';
import { areArgumentsClean } from './clean-text.ts';
import type { ProviderLimits } from '../limits/limits.ts';
import { pairResults } from './pair-results.ts';

type TranscriptLimits = Pick<ProviderLimits, 'callIds' | 'text'>;

/**
 * Returns a transcript in the form that a model provider accepts. The stored transcript is not
 * changed.
 */
export function prepareTranscript(
  messages: readonly Message[],
  limits: TranscriptLimits,
): readonly Message[] {
  if (isPrepared(messages, limits)) return messages;
  const shown = messages.map((message) => cleanMessage(message, limits.text)).filter(isShown);
  return mapCallIds(pairResults(shown), limits.callIds);
}

/** Whether a transcript needs no change. Most need none, and preparing takes several times as long. */
function isPrepared(
  messages: readonly Message[],
  { callIds: { pattern }, text: limit }: TranscriptLimits,
): boolean {
  const used = new Set<string>();
  let calls: readonly ToolCall[] = [];
  let answered = 0;
  let hasTurn = false;
  for (const message of messages) {
    if (!isAccepted(message, limit)) return false;
    if (message.role === 'tool') {
      if (calls[answered]?.id !== message.tool_call_id) return false;
      answered += 1;
      continue;
    }
    if (answered < calls.length) return false;
    if (message.role === 'assistant' && !hasTurn) return false;
    calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
    answered = 0;
    hasTurn ||= message.role !== 'system';
    for (const { id, function: called } of calls) {
      if (used.has(id) || !pattern.test(id) || !areArgumentsClean(called.arguments)) return false;
      used.add(id);
    }
  }
  return answered === calls.length && hasTurn && messages.at(-1)?.role !== 'assistant';
}

/** Whether a message needs no change for certain, apart from its calls. */
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
  return text.length <= limit && isClean(text) && text.trim() !== '';
}

function isClean(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Whether a message is sent. Model providers refuse blank instructions and replies. */
function isShown(message: Message): boolean {
  switch (message.role) {
    case 'system':
      return message.content.trim() !== '';
    case 'assistant':
      return (message.content ?? '').trim() !== '' || hasCalls(message) || hasCustomPart(message);
    case 'user':
    case 'tool':
      return true;
  }
}

function hasCalls({ tool_calls: calls }: AssistantMessage): boolean {
  return calls !== undefined && calls.length > 0;
}

/** Whether a reply stands for earlier messages that its provider has condensed. */
function hasCustomPart({ provider }: AssistantMessage): boolean {
  const parts = provider?.['parts'];
  return (
    Array.isArray(parts) && parts.some((part) => isJsonObject(part) && part['type'] === 'custom')
  );
}
