import {
  isJsonObject,
  parseJson,
  type AssistantMessage,
  type JsonObject,
  type ToolCall,
} from '#core';
import { CommandError } from './command-line.ts';

/** Parses the output of a command: a JSON object with a `role`, or else plain text. */
export function parseCommandReply(stdout: string): AssistantMessage {
  const text = stdout.trim();
  if (text === '') throw new CommandError('agent_empty_stdout', 'the command printed nothing');
  const value = parseJson(text);
  if (isJsonObject(value) && 'role' in value) return toAssistantMessage(value);
  return { role: 'assistant', content: text };
}

function toAssistantMessage(value: JsonObject): AssistantMessage {
  const { role, content = null, tool_calls: calls = [] } = value;
  if (role !== 'assistant') {
    const message = `the command printed a message with role ${JSON.stringify(role)}`;
    throw new CommandError('agent_returned_non_assistant_message', message);
  }
  if (content !== null && typeof content !== 'string')
    throw createBadReplyError('content is not a string');
  if (!Array.isArray(calls)) throw createBadReplyError('tool_calls is not a list');
  return {
    ...(value as unknown as AssistantMessage),
    content,
    ...(calls.length > 0 && { tool_calls: calls.map(toToolCall) }),
  };
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
