import type {
  LanguageModelV4Message,
  LanguageModelV4ToolCallPart,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import {
  isJsonObject,
  parseJson,
  type AssistantMessage,
  type JsonObject,
  type ToolCall,
} from '#core';
import { readProviderParts, type RestoredPart } from './provider-parts.ts';
import type { ToolNameMap } from './tool-name-map.ts';

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'];

export function toAssistantContent(
  message: AssistantMessage,
  provider: string,
  names: ToolNameMap,
): AssistantContent {
  const parts = readProviderParts(message, provider);
  if (parts) return restoreAssistantContent(message, parts, names);
  const calls = (message.tool_calls ?? []).map((call) => toToolCallPart(call, undefined, names));
  return message.content ? [{ type: 'text', text: message.content }, ...calls] : calls;
}

function restoreAssistantContent(
  message: AssistantMessage,
  parts: readonly RestoredPart[],
  names: ToolNameMap,
): AssistantContent {
  const content: AssistantContent = [];
  const text = message.content ?? '';
  const calls = message.tool_calls ?? [];
  let shown = 0;
  let called = 0;
  for (const part of parts) {
    const options = toProviderOptions(part.metadata);
    switch (part.type) {
      case 'text': {
        const end = shown + part.length;
        content.push({ type: 'text', text: text.slice(shown, end), ...options });
        shown = end;
        break;
      }
      case 'reasoning':
        content.push({ type: 'reasoning', text: part.text, ...options });
        break;
      case 'call': {
        const call = calls[called++];
        if (call) content.push(toToolCallPart(call, part.metadata, names));
        break;
      }
      case 'custom':
        content.push({ type: 'custom', kind: part.kind as `${string}.${string}`, ...options });
        break;
    }
  }
  return content;
}

function toToolCallPart(
  call: ToolCall,
  metadata: JsonObject | undefined,
  names: ToolNameMap,
): LanguageModelV4ToolCallPart {
  return {
    type: 'tool-call',
    toolCallId: call.id,
    toolName: names.toProviderName(call.function.name),
    input: parseArguments(call.function.arguments),
    ...toProviderOptions(metadata),
  };
}

/**
 * Parses arguments. Providers take only objects, so other text is sent back as a field, in which the
 * model sees its mistake.
 */
function parseArguments(text: string): JsonObject {
  if (text.trim() === '') return {};
  const parsed = parseJson(text);
  return isJsonObject(parsed) ? parsed : { invalid_arguments: text };
}

function toProviderOptions(
  metadata: JsonObject | undefined,
): { providerOptions: SharedV4ProviderOptions } | undefined {
  return metadata && { providerOptions: metadata as SharedV4ProviderOptions };
}
