import type { LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from '@ai-sdk/provider';
import type { Message, ToolCall } from '#core';
import { SAME_NAMES, type ArgumentNames } from '../request/tools/argument-names.ts';
import type { PromptTurns } from '../request/cache-points.ts';
import { toAssistantContent } from './assistant-content.ts';
import { IDENTITY_NAMES, type ToolNameMap } from './tool-name-map.ts';
import { attachmentsToParts, toUserContent, type ResultAttachments } from './user-content.ts';

/** Options of a prompt: the family of the called model, and other names of arguments. */
export interface PromptOptions {
  readonly family?: string;
  readonly argumentNames?: ArgumentNames;
}

/** Converts a transcript to a prompt. Only the author of a reply gets its metadata back. */
export function messagesToPrompt(
  messages: readonly Message[],
  provider: string,
  names: ToolNameMap = IDENTITY_NAMES,
  options: PromptOptions = {},
): LanguageModelV4Prompt {
  return convertTranscript(messages, provider, names, options).prompt;
}

/** A prompt, and where its newest turns begin. */
export interface ConvertedTranscript extends PromptTurns {
  readonly prompt: LanguageModelV4Prompt;
}

export function convertTranscript(
  messages: readonly Message[],
  provider: string,
  names: ToolNameMap,
  { family, argumentNames = SAME_NAMES }: PromptOptions,
): ConvertedTranscript {
  const author = { provider, family };
  const callNames = { tools: names, arguments: argumentNames };
  const prompt: LanguageModelV4Prompt = [];
  let [newest, earlier, isReplied] = [-1, -1, false];
  let calls: readonly ToolCall[] = [];
  let results: LanguageModelV4ToolResultPart[] | undefined;
  let shown: ResultAttachments[] = [];
  const flushAttachments = (): void => {
    if (shown.length > 0) prompt.push({ role: 'user', content: attachmentsToParts(shown) });
    shown = [];
  };
  for (const message of messages) {
    if (message.role === 'tool') {
      // The results of one reply's calls are put into one message, because providers require that.
      if (results === undefined) {
        results = [];
        prompt.push({ role: 'tool', content: results });
      }
      const { tool_call_id: toolCallId, content, attachments } = message;
      const toolName = names.toProviderName(getToolName(calls, toolCallId));
      const output = { type: 'text', value: content } as const;
      results.push({ type: 'tool-result', toolCallId, toolName, output });
      if (attachments) shown.push({ callId: toolCallId, tool: toolName, attachments });
      continue;
    }
    results = undefined;
    flushAttachments();
    switch (message.role) {
      case 'system':
        prompt.push({ role: 'system', content: message.content });
        break;
      case 'user':
        prompt.push({ role: 'user', content: toUserContent(message.content) });
        if (message.is_context) break;
        if (isReplied) earlier = newest;
        newest = prompt.length - 1;
        isReplied = false;
        break;
      case 'assistant': {
        calls = message.tool_calls ?? [];
        isReplied = true;
        const content = toAssistantContent(message, author, callNames);
        // Empty messages are omitted, because providers refuse them.
        if (content.length > 0) prompt.push({ role: 'assistant', content });
        break;
      }
    }
  }
  flushAttachments();
  return { prompt, newest, earlier };
}

function getToolName(calls: readonly ToolCall[], id: string): string {
  return calls.find((call) => call.id === id)?.function.name ?? 'unknown';
}
