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
} from '../../core/index.ts';
import { filePartFromUrl } from './file-part-from-url.ts';
import { shownParts, type ShownResult } from './shown-parts.ts';
import { keptParts, type KeptPart } from './provider-parts.ts';
import { SAME_NAMES, type ToolNames } from './tool-names.ts';

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'];

/**
 * A transcript as the AI SDK's provider packages take it. `provider` is the one that will read it:
 * only this provider gets back what it added to its own earlier replies. `names` holds the names of
 * tools that it takes.
 */
export function promptFromMessages(
  messages: readonly Message[],
  provider: string,
  names: ToolNames = SAME_NAMES,
): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = [];
  let calls: readonly ToolCall[] = [];
  let results: LanguageModelV4ToolResultPart[] | undefined;
  let shown: ShownResult[] = [];
  const show = (): void => {
    prompt.push({ role: 'user', content: shownParts(shown, userPart) });
    shown = [];
  };
  for (const message of messages) {
    if (message.role === 'tool') {
      // Results of one reply's calls belong together in one message.
      if (results === undefined) {
        results = [];
        prompt.push({ role: 'tool', content: results });
      }
      const { tool_call_id: callId, content, attachments } = message;
      const tool = names.toProvider(nameOfCall(calls, callId));
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
    if (shown.length > 0) show();
    switch (message.role) {
      case 'system':
        prompt.push({ role: 'system', content: message.content });
        break;
      case 'user':
        prompt.push({ role: 'user', content: userContent(message.content) });
        break;
      case 'assistant': {
        calls = message.tool_calls ?? [];
        const content = assistantContent(message, provider, names);
        // Providers refuse messages without content.
        if (content.length > 0) prompt.push({ role: 'assistant', content });
        break;
      }
    }
  }
  if (shown.length > 0) show();
  return prompt;
}

function nameOfCall(calls: readonly ToolCall[], id: string): string {
  return calls.find((call) => call.id === id)?.function.name ?? 'unknown';
}

function userContent(
  content: string | readonly ContentPart[],
): (LanguageModelV4TextPart | LanguageModelV4FilePart)[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content.map(userPart);
}

function userPart(part: ContentPart): LanguageModelV4TextPart | LanguageModelV4FilePart {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: named(part.filename, part.text) };
    case 'data':
      return { type: 'text', text: named(part.filename, JSON.stringify(part.data)) };
    case 'image_url': {
      const { url, detail: imageDetail } = part.image_url;
      const image = filePart(url, part, 'image/*');
      if (imageDetail === undefined) return image;
      return { ...image, providerOptions: { openai: { imageDetail } } };
    }
    case 'file':
      return filePart(part.file.url, part.file, 'application/octet-stream');
  }
}

/** The text of a file, as text files are shown. */
function named(filename: string | undefined, text: string): string {
  return filename === undefined ? text : `${filename}:\n${text}`;
}

function filePart(
  url: string,
  { filename, media_type }: { readonly filename?: string; readonly media_type?: string },
  otherwise: string,
): LanguageModelV4TextPart | LanguageModelV4FilePart {
  return filePartFromUrl({
    url,
    otherwise,
    ...(filename !== undefined && { filename }),
    ...(media_type !== undefined && { mediaType: media_type }),
  });
}

function assistantContent(
  message: AssistantMessage,
  provider: string,
  names: ToolNames,
): AssistantContent {
  const parts = keptParts(message, provider);
  if (parts) return restoredContent(message, parts, names);
  const calls = (message.tool_calls ?? []).map((call) => callPart(call, undefined, names));
  return message.content ? [{ type: 'text', text: message.content }, ...calls] : calls;
}

function restoredContent(
  message: AssistantMessage,
  parts: readonly KeptPart[],
  names: ToolNames,
): AssistantContent {
  const content: AssistantContent = [];
  const text = message.content ?? '';
  const calls = message.tool_calls ?? [];
  let shown = 0;
  let called = 0;
  for (const part of parts) {
    const options = providerOptions(part.metadata);
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
        if (call) content.push(callPart(call, part.metadata, names));
        break;
      }
      case 'custom':
        content.push({ type: 'custom', kind: part.kind as `${string}.${string}`, ...options });
        break;
    }
  }
  return content;
}

function callPart(
  call: ToolCall,
  metadata: JsonObject | undefined,
  names: ToolNames,
): LanguageModelV4ToolCallPart {
  return {
    type: 'tool-call',
    toolCallId: call.id,
    toolName: names.toProvider(call.function.name),
    input: inputOf(call.function.arguments),
    ...providerOptions(metadata),
  };
}

/**
 * Arguments that are not JSON go back as the text that the model wrote, so that it sees its
 * mistake.
 */
function inputOf(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function providerOptions(
  metadata: JsonObject | undefined,
): { providerOptions: SharedV4ProviderOptions } | undefined {
  return metadata && { providerOptions: metadata as SharedV4ProviderOptions };
}
