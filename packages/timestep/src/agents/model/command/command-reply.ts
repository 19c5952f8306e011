import {
  isJsonObject,
  parseAndRepairJson,
  type AssistantMessage,
  type JsonObject,
  type JsonValue,
  type ToolCall,
} from '#core';
import { CommandError } from './command-line.ts';

/** Parses the output of a command: a JSON object with a `role`, or else plain text. */
export function parseCommandReply(stdout: string): AssistantMessage {
  const text = stdout.trim();
  if (text === '') throw new CommandError('agent_empty_stdout', 'the command printed nothing');
  const value = parseAndRepairJson(text);
  if (isJsonObject(value) && 'role' in value) return toAssistantMessage(value);
  return { role: 'assistant', content: text };
}

function toAssistantMessage(value: JsonObject): AssistantMessage {
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

/** Joins content parts to a text, which quotes parts that are no text. */
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
