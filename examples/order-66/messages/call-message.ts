import type { AssistantMessage, JsonObject, Message, ToolSchema } from '@timestep-ai/timestep/core';
import type { ToolContext } from '@timestep-ai/timestep/port';

/** The tool that an agent calls to wait for a message. The next delivered message is its result. */
export const WAIT: ToolSchema = {
  type: 'function',
  function: {
    name: 'wait_for_message',
    description: 'Waits for the next message of this conversation.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
  },
};

/** Creates an assistant message with one tool call. The call id is unique in the transcript. */
export function createCallMessage(
  messages: readonly Message[],
  name: string,
  args: JsonObject = {},
): AssistantMessage {
  const nth = messages.filter(({ role }) => role === 'assistant').length + 1;
  return {
    role: 'assistant',
    content: null,
    tool_calls: [
      {
        id: `${name}-${nth}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(args) },
      },
    ],
    cost_usd: 0,
  };
}

export function createTextMessage(content: string): AssistantMessage {
  return { role: 'assistant', content, cost_usd: 0 };
}

/** Returns the conversation of a call; throws if the caller has none. */
export function requireConversation({ task }: ToolContext): string {
  if (task) return task.contextId;
  throw new TypeError('this tool can only be called within a conversation');
}

/** Returns a text argument of a call; throws if the model omitted it. */
export function requireTextArgument(args: JsonObject, name: string): string {
  const value = args[name];
  if (typeof value === 'string') return value;
  throw new TypeError(`${name} must be a string`);
}
