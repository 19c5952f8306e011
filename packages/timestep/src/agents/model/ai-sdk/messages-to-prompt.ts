import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4TextPart,
  LanguageModelV4ToolCallPart,
  LanguageModelV4ToolResultPart,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import type {
  AssistantMessage,
  ContentPart,
  JsonObject,
  Message,
  ToolCall,
} from '../../../core/index.ts';
import { fileToPromptPart } from './file-to-prompt-part.ts';
import { attachmentsToParts, type ResultAttachments } from './attachment-parts.ts';
import { readProviderParts, type RestoredPart } from './provider-parts.ts';
import { IDENTITY_NAMES, type ToolNameMap } from './tool-name-map.ts';

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'];

/** Converts a transcript. Only the provider that wrote a reply receives its metadata back. */
export function messagesToPrompt(
  messages: readonly Message[],
  provider: string,
  names: ToolNameMap = IDENTITY_NAMES,
): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = [];
  let calls: readonly ToolCall[] = [];
  let results: LanguageModelV4ToolResultPart[] | undefined;
  let shown: ResultAttachments[] = [];
  const flushAttachments = (): void => {
    prompt.push({ role: 'user', content: attachmentsToParts(shown, toUserPart) });
    shown = [];
  };
  for (const message of messages) {
    if (message.role === 'tool') {
      // The results of one reply's calls must be in one message.
      if (results === undefined) {
        results = [];
        prompt.push({ role: 'tool', content: results });
      }
      const { tool_call_id: callId, content, attachments } = message;
      const tool = names.toProviderName(getToolName(calls, callId));
      results.push({
        type: 'tool-result',
        toolCallId: callId,
        toolName: tool,
        output: { type: 'text', value: content },
      });
      if (attachments) shown.push({ callId, tool, attachments });
      continue;
    }
    results = undefined;
    if (shown.length > 0) flushAttachments();
    switch (message.role) {
      case 'system':
        prompt.push({ role: 'system', content: message.content });
        break;
      case 'user':
        prompt.push({ role: 'user', content: toUserContent(message.content) });
        break;
      case 'assistant': {
        calls = message.tool_calls ?? [];
        const content = toAssistantContent(message, provider, names);
        // Providers refuse messages without content.
        if (content.length > 0) prompt.push({ role: 'assistant', content });
        break;
      }
    }
  }
  if (shown.length > 0) flushAttachments();
  return prompt;
}

function getToolName(calls: readonly ToolCall[], id: string): string {
  return calls.find((call) => call.id === id)?.function.name ?? 'unknown';
}

function toUserContent(
  content: string | readonly ContentPart[],
): (LanguageModelV4TextPart | LanguageModelV4FilePart)[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content.map(toUserPart);
}

function toUserPart(part: ContentPart): LanguageModelV4TextPart | LanguageModelV4FilePart {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: prefixWithFilename(part.filename, part.text) };
    case 'data':
      return { type: 'text', text: prefixWithFilename(part.filename, JSON.stringify(part.data)) };
    case 'image_url': {
      const { url, detail: imageDetail } = part.image_url;
      const image = toFilePart(url, part, 'image/*');
      if (imageDetail === undefined) return image;
      return { ...image, providerOptions: { openai: { imageDetail } } };
    }
    case 'file':
      return toFilePart(part.file.url, part.file, 'application/octet-stream');
  }
}

function prefixWithFilename(filename: string | undefined, text: string): string {
  return filename === undefined ? text : `${filename}:\n${text}`;
}

function toFilePart(
  url: string,
  { filename, media_type }: { readonly filename?: string; readonly media_type?: string },
  fallbackMediaType: string,
): LanguageModelV4TextPart | LanguageModelV4FilePart {
  return fileToPromptPart({
    url,
    fallbackMediaType,
    ...(filename !== undefined && { filename }),
    ...(media_type !== undefined && { mediaType: media_type }),
  });
}

function toAssistantContent(
  message: AssistantMessage,
  provider: string,
  names: ToolNameMap,
): AssistantContent {
  const parts = readProviderParts(message, provider);
  if (parts) return restoreContent(message, parts, names);
  const calls = (message.tool_calls ?? []).map((call) => toToolCallPart(call, undefined, names));
  return message.content ? [{ type: 'text', text: message.content }, ...calls] : calls;
}

function restoreContent(
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

/** Sends arguments that are not valid JSON back as text, so that the model sees its mistake. */
function parseArguments(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function toProviderOptions(
  metadata: JsonObject | undefined,
): { providerOptions: SharedV4ProviderOptions } | undefined {
  return metadata && { providerOptions: metadata as SharedV4ProviderOptions };
}
