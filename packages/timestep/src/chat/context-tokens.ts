import { textOf, type Message } from '../core/index.ts';

/** Characters of a token, about, in texts of many languages and in JSON. */
const CHARACTERS = 4;

/**
 * How many tokens a transcript takes, about: what the provider counted at the newest reply that says so,
 * and an estimate by length for everything after it.
 */
export function contextTokens(messages: readonly Message[]): number {
  const counted = messages.findLastIndex(
    (message) => message.role === 'assistant' && message.usage !== undefined,
  );
  const reply = messages[counted];
  const before = reply?.role === 'assistant' ? (reply.usage?.total_tokens ?? 0) : 0;
  const after = messages.slice(counted + 1).reduce((sum, message) => sum + lengthOf(message), 0);
  return before + Math.ceil(after / CHARACTERS);
}

function lengthOf(message: Message): number {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
  const called = calls.reduce(
    (sum, { function: { name, arguments: text } }) => sum + name.length + text.length,
    0,
  );
  return textOf(message).length + called;
}
