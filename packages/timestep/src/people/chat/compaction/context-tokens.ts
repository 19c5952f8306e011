import { getText, type Message } from '#core';

const CHARACTERS_PER_TOKEN = 4;

/**
 * Estimates the tokens of a transcript: the reported total of the newest reply, plus later texts.
 */
export function estimateContextTokens(messages: readonly Message[]): number {
  const counted = messages.findLastIndex(
    (message) => message.role === 'assistant' && message.usage !== undefined,
  );
  const reply = messages[counted];
  const before = reply?.role === 'assistant' ? (reply.usage?.total_tokens ?? 0) : 0;
  const after = messages
    .slice(counted + 1)
    .reduce((sum, message) => sum + countCharacters(message), 0);
  return before + Math.ceil(after / CHARACTERS_PER_TOKEN);
}

function countCharacters(message: Message): number {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
  const called = calls.reduce(
    (sum, { function: { name, arguments: text } }) => sum + name.length + text.length,
    0,
  );
  return getText(message).length + called;
}
