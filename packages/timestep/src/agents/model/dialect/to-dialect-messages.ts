import { isJsonObject, type JsonObject, type JsonValue } from '#core';
import type { ChatDialect } from './chat-dialect.ts';

/** What stands between a tool result and a message of the user, where a reply must stand. */
const BRIDGE: JsonObject = { role: 'assistant', content: 'Done.' };

/** Converts the messages of a chat completions request. Unchanged messages are the same objects. */
export function toDialectMessages(
  messages: JsonValue,
  model: string,
  dialect: ChatDialect,
): JsonValue {
  const { reasoning, needsReasoning, userAfterTool } = dialect;
  if (!Array.isArray(messages)) return messages;
  if (reasoning === undefined && needsReasoning === undefined && userAfterTool === undefined)
    return messages as JsonValue;
  const all = messages.filter(isJsonObject);
  const lastUser = all.findLastIndex(({ role }) => role === 'user');
  const needs = needsReasoning?.find(({ models }) => models.test(model));
  return all.flatMap((message, at) => {
    if (message['role'] === 'assistant') {
      const isNeeded = needs && (needs.ofCalls !== true || message['tool_calls'] !== undefined);
      const needed = isNeeded ? needs.text : undefined;
      return [moveReasoning(message, { reasoning, needed, isOwnTurn: at > lastUser })];
    }
    const isBridged =
      userAfterTool === false && message['role'] === 'user' && all[at - 1]?.['role'] === 'tool';
    return isBridged ? [BRIDGE, message] : [message];
  });
}

function moveReasoning(
  message: JsonObject,
  {
    reasoning,
    needed,
    isOwnTurn,
  }: {
    readonly reasoning: ChatDialect['reasoning'];
    readonly needed: string | undefined;
    readonly isOwnTurn: boolean;
  },
): JsonObject {
  const { reasoning_content: text, ...rest } = message;
  if (needed !== undefined)
    return text === undefined ? { ...rest, reasoning_content: needed } : message;
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
