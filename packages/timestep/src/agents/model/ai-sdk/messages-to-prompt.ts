import type { LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from '@ai-sdk/provider';
import type { Message, ToolCall } from '#core';
import { SAME_NAMES, type ArgumentNames } from '../request/tools/argument-names.ts';
import type { PromptTurns } from '../request/cache-points.ts';
import type { PromptContents } from '../request/limits/fit-prompt.ts';
import { toAssistantContent, type CallNames } from './assistant-content.ts';
import type { ReplyAuthor } from './provider-parts.ts';
import { IDENTITY_NAMES, type ToolNameMap } from './tool-name-map.ts';
import { attachmentsToParts, toUserContent, type ResultAttachments } from './user-content.ts';

/**
 * Options of a prompt: the family of the called model, and the argument names that its provider requires
 * instead of the tools' own.
 */
export interface PromptOptions {
  readonly family?: string | undefined;
  readonly argumentNames?: ArgumentNames;
}

/**
 * Converts a transcript to a prompt of the AI SDK. Provider metadata of a reply is only sent to the provider
 * that wrote the reply.
 */
export function messagesToPrompt(
  messages: readonly Message[],
  provider: string,
  names: ToolNameMap = IDENTITY_NAMES,
  options: PromptOptions = {},
): LanguageModelV4Prompt {
  return convertTranscript(messages, provider, names, options).prompt;
}

/** A prompt, and the indexes of its newest turns. */
export interface ConvertedTranscript extends PromptTurns, PromptContents {}

export function convertTranscript(
  messages: readonly Message[],
  provider: string,
  names: ToolNameMap,
  { family, argumentNames = SAME_NAMES }: PromptOptions,
): ConvertedTranscript {
  const callNames = { tools: names, arguments: argumentNames };
  return appendMessagesToPrompt(createPromptDraft(), messages, 0, {
    author: { provider, family },
    names: callNames,
  });
}

/** A prompt under construction. All tool calls so far have results. */
export interface PromptDraft {
  readonly prompt: LanguageModelV4Prompt;
  newest: number;
  earlier: number;
  isReplied: boolean;
  mayHaveFiles: boolean;
}

export function createPromptDraft(): PromptDraft {
  return { prompt: [], newest: -1, earlier: -1, isReplied: false, mayHaveFiles: false };
}

interface ConversionOptions {
  readonly author: ReplyAuthor;
  readonly names: CallNames;
}

/** Appends the messages from index `from` on to a prompt, in place. */
export function appendMessagesToPrompt(
  draft: PromptDraft,
  messages: readonly Message[],
  from: number,
  { author, names }: ConversionOptions,
): PromptDraft {
  const { prompt } = draft;
  let calls: readonly ToolCall[] = [];
  let results: LanguageModelV4ToolResultPart[] | undefined;
  let shown: ResultAttachments[] | undefined;
  for (let index = from; index < messages.length; index += 1) {
    const message = messages[index];
    if (!message) continue;
    const { role } = message;
    if (role === 'tool') {
      // The results of one reply's calls are put into one message, because providers require that.
      if (results === undefined) {
        results = [];
        prompt.push({ role: 'tool', content: results });
      }
      const { tool_call_id: toolCallId, content, attachments } = message;
      const toolName = names.tools.toProviderName(getToolName(calls, toolCallId));
      const output = { type: 'text', value: content } as const;
      results.push({ type: 'tool-result', toolCallId, toolName, output });
      if (attachments) {
        (shown ??= []).push({ callId: toolCallId, tool: toolName, attachments });
        draft.mayHaveFiles = true;
      }
      continue;
    }
    results = undefined;
    if (shown) prompt.push({ role: 'user', content: attachmentsToParts(shown) });
    shown = undefined;
    if (role === 'assistant') {
      calls = message.tool_calls ?? [];
      draft.isReplied = true;
      const content = toAssistantContent(message, author, names);
      // Empty messages are omitted, because providers refuse them.
      if (content.length > 0) prompt.push({ role: 'assistant', content });
      continue;
    }
    if (role === 'user' && !message.is_context) {
      if (draft.isReplied) draft.earlier = draft.newest;
      draft.newest = prompt.length;
      draft.isReplied = false;
    }
    if (typeof message.content !== 'string') draft.mayHaveFiles = true;
    prompt.push(
      role === 'user'
        ? { role: 'user', content: toUserContent(message.content) }
        : { role: 'system', content: message.content },
    );
  }
  if (shown) prompt.push({ role: 'user', content: attachmentsToParts(shown) });
  return draft;
}

function getToolName(calls: readonly ToolCall[], id: string): string {
  // Fast code: an index loop, for the reason that `check-transcript.ts` gives.
  for (let index = 0; index < calls.length; index += 1) {
    const call = calls[index];
    if (call?.id === id) return call.function.name;
  }
  return 'unknown';
}
