import type { Message, ToolCall } from '#core';
import { mapCallIds, MISTRAL_IDS, PORTABLE_IDS, type CallIdRules } from './call-ids.ts';
import { cleanMessage } from './clean-message.ts';
import { pairResults } from './pair-results.ts';

/**
 * Returns a transcript in the form that a model provider accepts. `provider` is its name in the AI
 * SDK, such as `mistral.chat`. The stored transcript is not changed.
 */
export function prepareTranscript(
  messages: readonly Message[],
  provider: string,
): readonly Message[] {
  const ids = provider.startsWith('mistral') ? MISTRAL_IDS : PORTABLE_IDS;
  if (isPrepared(messages, ids)) return messages;
  const shown = messages.map(cleanMessage).filter(isShown);
  return mapCallIds(pairResults(shown), ids);
}

/** Whether a transcript needs no change. Most need none, and preparing takes several times as long. */
function isPrepared(messages: readonly Message[], { pattern }: CallIdRules): boolean {
  const used = new Set<string>();
  let calls: readonly ToolCall[] = [];
  let answered = 0;
  let hasTurn = false;
  for (const message of messages) {
    if (!isAccepted(message)) return false;
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
    for (const { id } of calls) {
      if (used.has(id) || !pattern.test(id)) return false;
      used.add(id);
    }
  }
  return answered === calls.length && messages.at(-1)?.role !== 'assistant';
}

/** Whether a message needs no change for certain. */
function isAccepted(message: Message): boolean {
  const { content } = message;
  if (message.role === 'assistant' && !content) return message.tool_calls !== undefined;
  return typeof content === 'string' ? isAcceptedText(content) : cleanMessage(message) === message;
}

function isAcceptedText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0') && text.trim() !== '';
}

/** Whether a message is sent. Model providers refuse blank instructions and replies. */
function isShown(message: Message): boolean {
  switch (message.role) {
    case 'system':
      return message.content.trim() !== '';
    case 'assistant':
      return (
        (message.content ?? '').trim() !== '' ||
        message.tool_calls !== undefined ||
        message.provider !== undefined
      );
    case 'user':
    case 'tool':
      return true;
  }
}
