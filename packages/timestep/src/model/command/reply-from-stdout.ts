import {
  isJsonObject,
  type AssistantMessage,
  type JsonObject,
  type ToolCall,
} from '../../core/index.ts';
import { CommandError } from './command-error.ts';

/**
 * What a command printed, as a message: a JSON object with a `role` is the message itself, anything
 * else is its text. Arguments of tool calls may be JSON text or a JSON object.
 */
export function replyFromStdout(stdout: string): AssistantMessage {
  const text = stdout.trim();
  if (text === '') throw new CommandError('agent_empty_stdout', 'the command printed nothing');
  const value = parse(text);
  return value === undefined ? { role: 'assistant', content: text } : messageFrom(value);
}

function parse(text: string): JsonObject | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && 'role' in value ? value : undefined;
  } catch {
    return undefined;
  }
}

function messageFrom(value: JsonObject): AssistantMessage {
  const { role, content = null, tool_calls: calls = [] } = value;
  if (role !== 'assistant') {
    const message = `the command printed a message with role ${JSON.stringify(role)}`;
    throw new CommandError('agent_returned_non_assistant_message', message);
  }
  if (content !== null && typeof content !== 'string') throw bad('content is not a text');
  if (!Array.isArray(calls)) throw bad('tool_calls is not a list');
  return {
    ...(value as unknown as AssistantMessage),
    content,
    ...(calls.length > 0 && { tool_calls: calls.map(callFrom) }),
  };
}

function callFrom(call: unknown, index: number): ToolCall {
  const called = isJsonObject(call) ? call['function'] : undefined;
  if (!isJsonObject(call) || !isJsonObject(called) || typeof called['name'] !== 'string') {
    throw bad(`tool_calls[${index}] has no function.name`);
  }
  const { id } = call;
  const { name, arguments: args = {} } = called;
  return {
    id: typeof id === 'string' ? id : '',
    type: 'function',
    function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
  };
}

function bad(why: string): CommandError {
  return new CommandError('agent_bad_reply', `the command printed a message whose ${why}`);
}
