import type {
  AssistantMessage,
  ContentPart,
  JsonObject,
  JsonValue,
  Message,
} from '../core/index.ts';

/**
 * Messages in the form of the GenAI conventions (`gen_ai.input.messages`, `gen_ai.output.messages`), as JSON
 * text. System messages are left out: they are `gen_ai.system_instructions`.
 */
export function messagesToGenAi(messages: readonly Message[]): string {
  return JSON.stringify(messages.filter(({ role }) => role !== 'system').map(messageToGenAi));
}

/** The system messages as `gen_ai.system_instructions`; `undefined` where there is none. */
export function instructionsToGenAi(messages: readonly Message[]): string | undefined {
  const parts = messages.flatMap((message) =>
    message.role === 'system' ? [textPart(message.content)] : [],
  );
  return parts.length === 0 ? undefined : JSON.stringify(parts);
}

/** Why a reply ended, in the words of the conventions. */
export function finishReasonOf({ finish_reason, tool_calls = [] }: AssistantMessage): string {
  return finish_reason ?? (tool_calls.length > 0 ? 'tool_call' : 'stop');
}

function messageToGenAi(message: Message): JsonObject {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, parts: partsOf(message.content) };
    case 'assistant': {
      const calls = (message.tool_calls ?? []).map(
        ({ id, function: { name, arguments: given } }) => ({
          type: 'tool_call',
          id,
          name,
          arguments: valueIn(given),
        }),
      );
      const said = message.content ? [textPart(message.content)] : [];
      return {
        role: 'assistant',
        parts: [...said, ...calls],
        finish_reason: finishReasonOf(message),
      };
    }
    case 'tool': {
      const { tool_call_id: id, content } = message;
      return { role: 'tool', parts: [{ type: 'tool_call_response', id, response: content }] };
    }
  }
}

function partsOf(content: string | readonly ContentPart[]): JsonObject[] {
  return typeof content === 'string' ? [textPart(content)] : content.map(partToGenAi);
}

function partToGenAi(part: ContentPart): JsonObject {
  switch (part.type) {
    case 'text':
      return textPart(part.text);
    case 'data':
      return textPart(JSON.stringify(part.data));
    case 'image_url':
      return { type: 'uri', modality: 'image', uri: part.image_url.url };
    case 'file':
      return { type: 'uri', modality: 'file', uri: part.file.url };
  }
}

function textPart(content: string): JsonObject {
  return { type: 'text', content };
}

function valueIn(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}
