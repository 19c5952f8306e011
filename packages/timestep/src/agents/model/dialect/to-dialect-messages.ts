import { isJsonObject, type JsonObject, type JsonValue } from '#core';
import type { ChatDialect } from './chat-dialect.ts';

/** Converts the messages of a chat completions request. Unchanged messages are the same objects. */
export function messagesToDialect(
  messages: JsonValue,
  model: string,
  { reasoning, needsReasoning }: ChatDialect,
): JsonValue {
  if (!Array.isArray(messages)) return messages;
  const all = messages as readonly JsonValue[];
  if (reasoning === undefined && needsReasoning === undefined) return all;
  const lastUser = all.findLastIndex((each) => isJsonObject(each) && each['role'] === 'user');
  const needs = needsReasoning?.find(({ models }) => models.test(model));
  return all.map((message, at) => {
    if (!isJsonObject(message) || message['role'] !== 'assistant') return message;
    if (needs && (needs.ofCalls !== true || message['tool_calls'] !== undefined))
      return 'reasoning_content' in message
        ? message
        : { ...message, reasoning_content: needs.text };
    return moveReasoningToDialectField(message, reasoning, at > lastUser);
  });
}

function moveReasoningToDialectField(
  message: JsonObject,
  reasoning: ChatDialect['reasoning'],
  isOwnTurn: boolean,
): JsonObject {
  const { reasoning_content: text, ...rest } = message;
  if (text === undefined) return message;
  switch (reasoning) {
    case undefined:
      return message;
    case 'reasoning':
      return { ...rest, reasoning: text };
    case 'own-turn':
      return isOwnTurn ? message : rest;
    case 'thinking-part': {
      const { content } = rest;
      const thinking = [{ type: 'text', text }];
      const said =
        typeof content === 'string' && content !== '' ? [{ type: 'text', text: content }] : [];
      return { ...rest, content: [{ type: 'thinking', thinking, closed: true }, ...said] };
    }
  }
}
