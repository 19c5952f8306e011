import {
  parseJson,
  type AssistantMessage,
  type ContentPart,
  type JsonObject,
  type Message,
} from '#core';

/** Formats `gen_ai.input.messages` without system messages, which are instructions there. */
export function nonSystemMessagesToGenAi(messages: readonly Message[]): string {
  return JSON.stringify(messages.filter(({ role }) => role !== 'system').map(messageToGenAi));
}

export function instructionsToGenAi(messages: readonly Message[]): string | undefined {
  const parts = messages.flatMap((message) =>
    message.role === 'system' ? [createTextPart(message.content)] : [],
  );
  return parts.length === 0 ? undefined : JSON.stringify(parts);
}

export function getFinishReason({ finish_reason, tool_calls = [] }: AssistantMessage): string {
  return finish_reason ?? (tool_calls.length > 0 ? 'tool_call' : 'stop');
}

function messageToGenAi(message: Message): JsonObject {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, parts: contentToParts(message.content) };
    case 'assistant': {
      const calls = (message.tool_calls ?? []).map(
        ({ id, function: { name, arguments: text } }) => {
          const parsed = parseJson(text);
          return { type: 'tool_call', id, name, arguments: parsed === undefined ? text : parsed };
        },
      );
      const texts = message.content ? [createTextPart(message.content)] : [];
      const parts = [...texts, ...calls];
      return { role: 'assistant', parts, finish_reason: getFinishReason(message) };
    }
    case 'tool': {
      const { tool_call_id: id, content } = message;
      return { role: 'tool', parts: [{ type: 'tool_call_response', id, response: content }] };
    }
  }
}

function contentToParts(content: string | readonly ContentPart[]): JsonObject[] {
  return typeof content === 'string' ? [createTextPart(content)] : content.map(partToGenAi);
}

function partToGenAi(part: ContentPart): JsonObject {
  switch (part.type) {
    case 'text':
      return createTextPart(part.text);
    case 'data':
      return createTextPart(JSON.stringify(part.data));
    case 'image_url':
      return { type: 'uri', modality: 'image', uri: part.image_url.url };
    case 'file':
      return { type: 'uri', modality: 'file', uri: part.file.url };
  }
}

function createTextPart(content: string): JsonObject {
  return { type: 'text', content };
}
