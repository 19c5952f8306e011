import {
  isJsonObject,
  parseAndRepairJson,
  type AssistantMessage,
  type JsonObject,
  type JsonValue,
  type ToolCall,
} from '#core';
import { CommandError } from './command-line.ts';

/**
 * Roles of transcript messages. A command may reply with a message of the role `assistant` only.
 */
const ROLES: readonly unknown[] = ['system', 'developer', 'user', 'assistant', 'tool'];

/**
 * Parses the output of a command: an assistant message as JSON, otherwise a text. JSON that has
 * another `role`, or no content, is treated as text.
 */
export function parseCommandReply(stdout: string): AssistantMessage {
  const text = stdout.trim();
  if (text === '') throw new CommandError('agent_empty_stdout', 'the command printed nothing');
  const value = parseAndRepairJson(text);
  if (isJsonObject(value) && isMessage(value)) return parseAssistantMessage(value);
  return { role: 'assistant', content: text };
}

function isMessage(value: JsonObject): boolean {
  return ROLES.includes(value['role']) && ('content' in value || 'tool_calls' in value);
}

function parseAssistantMessage(value: JsonObject): AssistantMessage {
  const { role, content: given = null, tool_calls: calls = [] } = value;
  if (role !== 'assistant') {
    const message = `the command printed a message with role ${JSON.stringify(role)}`;
    throw new CommandError('agent_returned_non_assistant_message', message);
  }
  const content = Array.isArray(given) ? joinParts(given as readonly JsonValue[]) : given;
  if (content !== null && typeof content !== 'string')
    throw createBadReplyError('content is not a string');
  if (!Array.isArray(calls)) throw createBadReplyError('tool_calls is not a list');
  return {
    ...(value as unknown as AssistantMessage),
    content,
    ...(calls.length > 0 && { tool_calls: calls.map(toToolCall) }),
  };
}

/** Joins content parts to a text. Parts that are no text are included as JSON. */
function joinParts(parts: readonly JsonValue[]): string {
  const texts = parts.map((part) =>
    isJsonObject(part) && typeof part['text'] === 'string' ? part['text'] : JSON.stringify(part),
  );
  return texts.join('\n');
}

function toToolCall(call: unknown, index: number): ToolCall {
  const called = isJsonObject(call) ? call['function'] : undefined;
  if (!isJsonObject(call) || !isJsonObject(called) || typeof called['name'] !== 'string') {
    throw createBadReplyError(`tool_calls[${index}] has no function.name`);
  }
  const { name, arguments: args = {} } = called;
  return {
    id: typeof call['id'] === 'string' ? call['id'] : '',
    type: 'function',
    function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
  };
}

function createBadReplyError(reason: string): CommandError {
  return new CommandError('agent_bad_reply', `the command printed a message whose ${reason}`);
}
