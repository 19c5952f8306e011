import type { AssistantMessage, ContentPart, Message, ToolCall, UserMessage } from '#core';
import {
  areArgumentCharactersClean,
  cleanArgumentCharacters,
  cleanText,
  cutTextToLimit,
} from './clean-text.ts';

/** Replaces the text of a blank message, because model providers refuse blank texts. */
export const EMPTY_MESSAGE = '(empty message)';
export const EMPTY_RESULT = '(no output)';

/**
 * Returns a message whose texts every model provider accepts: well-formed Unicode, without NUL, not
 * blank, at most `limit` characters. Returns the same object if nothing changes.
 */
export function cleanMessage(message: Message, limit: number): Message {
  switch (message.role) {
    case 'system':
      return withContent(message, cleanAndCutText(message.content, limit));
    case 'user':
      return cleanUserMessage(message, limit);
    case 'assistant':
      return cleanReply(message, limit);
    case 'tool': {
      const text = cleanAndCutText(message.content, limit);
      const cleaned = withContent(message, isBlank(text) ? EMPTY_RESULT : text);
      const { attachments } = message;
      const parts = attachments?.map((part) => cleanPart(part, limit));
      return parts?.some((part, at) => part !== attachments?.[at])
        ? { ...cleaned, attachments: parts }
        : cleaned;
    }
  }
}

function cleanUserMessage(message: UserMessage, limit: number): UserMessage {
  const { content } = message;
  if (typeof content === 'string') {
    const text = cleanAndCutText(content, limit);
    return withContent(message, isBlank(text) ? EMPTY_MESSAGE : text);
  }
  const parts = content.map((part) => cleanPart(part, limit)).filter(hasShownContent);
  if (parts.length === 0) return { ...message, content: EMPTY_MESSAGE };
  return parts.every((part, at) => part === content[at]) && parts.length === content.length
    ? message
    : { ...message, content: parts };
}

/**
 * If the reasoning changes, its provider data is removed, because a signature covers the reasoning.
 */
function cleanReply(message: AssistantMessage, limit: number): AssistantMessage {
  const { content, tool_calls: calls, reasoning, provider: _provider, ...rest } = message;
  const text = content === null ? null : cleanAndCutText(content, limit);
  const cleaned = text !== null && calls && isBlank(text) ? null : text;
  const isSame = reasoning === undefined || cleanText(reasoning) === reasoning;
  const kept = isSame ? message : { ...rest, content, ...(calls && { tool_calls: calls }) };
  const named = cleaned === content ? kept : { ...kept, content: cleaned };
  return calls?.some(hasUncleanArgumentCharacters)
    ? { ...named, tool_calls: calls.map(cleanCallArguments) }
    : named;
}

function hasUncleanArgumentCharacters({ function: { arguments: text } }: ToolCall): boolean {
  return !areArgumentCharactersClean(text);
}

function cleanCallArguments(call: ToolCall): ToolCall {
  const written = cleanArgumentCharacters(call.function.arguments);
  return written === call.function.arguments
    ? call
    : { ...call, function: { ...call.function, arguments: written } };
}

function cleanAndCutText(text: string, limit: number): string {
  return cutTextToLimit(cleanText(text), limit);
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function withContent<M extends Message>(message: M, content: string): M {
  return message.content === content ? message : { ...message, content };
}

function cleanPart(part: ContentPart, limit: number): ContentPart {
  const named = cleanFilename(part);
  if (named.type !== 'text') return named;
  const text = cleanAndCutText(named.text, limit);
  return text === named.text ? named : { ...named, text };
}

function cleanFilename(part: ContentPart): ContentPart {
  const given = part.type === 'file' ? part.file.filename : part.filename;
  const filename = given === undefined ? undefined : cleanText(given);
  if (filename === undefined || filename === given) return part;
  return part.type === 'file'
    ? { ...part, file: { ...part.file, filename } }
    : { ...part, filename };
}

function hasShownContent(part: ContentPart): boolean {
  return part.type !== 'text' || part.filename !== undefined || !isBlank(part.text);
}
