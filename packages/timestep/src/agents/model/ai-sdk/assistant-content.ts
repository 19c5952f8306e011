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
import type { ArgumentNames } from '../request/tools/argument-names.ts';
import { readProviderParts, type ReplyAuthor, type RestoredPart } from './provider-parts.ts';
import type { ToolNameMap } from './tool-name-map.ts';

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'];

/** Conversion of tool names and argument names to the names that a provider accepts. */
export interface CallNames {
  readonly tools: ToolNameMap;
  readonly arguments: ArgumentNames;
}

export function toAssistantContent(
  message: AssistantMessage,
  author: ReplyAuthor,
  names: CallNames,
): AssistantContent {
  const parts = message.provider && readProviderParts(message, author);
  if (parts) return restoreAssistantContent(message, parts, names);
  const content: AssistantContent = [];
  if (message.content) content.push({ type: 'text', text: message.content });
  const calls = message.tool_calls ?? NO_CALLS;
  // Fast code: an indexed loop, for the reason given in `check-transcript.ts`.
  for (let index = 0; index < calls.length; index += 1) {
    const call = calls[index];
    if (call) content.push(toToolCallPart(call, undefined, names));
  }
  return content;
}

const NO_CALLS: readonly ToolCall[] = [];

function restoreAssistantContent(
  message: AssistantMessage,
  parts: readonly RestoredPart[],
  names: CallNames,
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
        const own = text.slice(shown, end);
        // Blank texts are omitted: models write some between two calls, but providers refuse them.
        if (own.trim() !== '') content.push({ type: 'text', text: own, ...options });
        shown = end;
        break;
      }
      case 'reasoning':
        content.push({
          type: 'reasoning',
          text: part.text,
          ...(hasBlankSignature(part.metadata) ? {} : options),
        });
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

/** Whether reasoning has an empty signature, which its provider refuses to read. */
function hasBlankSignature(metadata: JsonObject = {}): boolean {
  return Object.values(metadata).some((own) => isJsonObject(own) && own['signature'] === '');
}

function toToolCallPart(
  call: ToolCall,
  metadata: JsonObject | undefined,
  names: CallNames,
): LanguageModelV4ToolCallPart {
  return {
    type: 'tool-call',
    toolCallId: call.id,
    toolName: names.tools.toProviderName(call.function.name),
    input: names.arguments.toSent(call.function.name, parseArguments(call.function.arguments)),
    ...toProviderOptions(metadata),
  };
}

/**
 * Parses tool arguments. Providers accept only objects, so invalid JSON is sent as a field of an
 * object, which shows the model its mistake.
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
