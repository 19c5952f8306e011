import type { AssistantMessage, JsonObject, Message, ToolSchema } from '@timestep-ai/timestep/core';
import type { ToolContext } from '@timestep-ai/timestep/port';

/** The call with which an agent waits for a message; the process that delivers one answers it. */
export const WAIT: ToolSchema = {
  type: 'function',
  function: {
    name: 'wait_for_message',
    description: 'Waits for the next message of this conversation.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
  },
};

/** A reply that makes one call. Its id is unique in the transcript it is added to. */
export function calling(
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

export function saying(content: string): AssistantMessage {
  return { role: 'assistant', content, cost_usd: 0 };
}

/** The conversation that a call belongs to; throws where the caller has none. */
export function conversationOf({ task }: ToolContext): string {
  if (task) return task.contextId;
  throw new TypeError('this tool can be called within a conversation only');
}

/** A text among the arguments of a call; throws where the model left it out. */
export function textArgument(args: JsonObject, name: string): string {
  const value = args[name];
  if (typeof value === 'string') return value;
  throw new TypeError(`${name} must be a text`);
}
