import { getText, type Message } from '../message/message.ts';

/** Counts the characters of a message that a model receives: text, arguments of calls, provider data. */
export function countCharacters(message: Message): number {
  const length = getText(message).length;
  if (message.role !== 'assistant') return length;
  const { tool_calls: calls = [], provider } = message;
  return calls.reduce(
    (sum, { function: { name, arguments: text } }) => sum + name.length + text.length,
    length + (provider ? JSON.stringify(provider).length : 0),
  );
}

/** Finds the length to which long messages must be cut so that all messages have `available` characters. */
export function findLengthLimit(messages: readonly Message[], available: number): number {
  const lengths = messages.map(countCharacters).toSorted((one, other) => one - other);
  let rest = Math.max(0, available);
  for (const [index, length] of lengths.entries()) {
    const share = Math.floor(rest / (lengths.length - index));
    if (length > share) return share;
    rest -= length;
  }
  return Infinity;
}
