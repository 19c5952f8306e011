import {
  formatToolOutcome,
  omitUndefined,
  type ContentPart,
  type Message,
  type ToolMessage,
  type UserMessage,
} from '#core';
import { createInvalidFieldError } from '../wire/agui-error.ts';
import type { InputMessage, InputPart } from '../wire/run-input.ts';

type InputMessageOf<Role extends InputMessage['role']> = Extract<
  InputMessage,
  { readonly role: Role }
>;

/**
 * Converts AG-UI messages to a transcript. A call without a result gets a failed result, because providers require
 * results.
 */
export function messagesToTranscript(messages: readonly InputMessage[]): Message[] {
  const transcript: Message[] = [];
  let open: OpenCalls = new Map();
  const close = (): void => {
    transcript.push(...resultsOrFailuresToMessages(open));
    open = new Map();
  };
  for (const message of messages) {
    switch (message.role) {
      case 'tool':
        if (!open.has(message.callId)) {
          const problem = `is not a tool call of the preceding assistant message: ${message.callId}`;
          throw createInvalidFieldError(`${message.path}.toolCallId`, problem);
        }
        open.set(message.callId, formatToolMessage(message));
        break;
      case 'assistant':
        close();
        if (message.calls.length > 0 || message.content !== '')
          transcript.push(assistantToMessage(message));
        open = new Map(message.calls.map(({ id }) => [id, undefined]));
        break;
      case 'user':
        close();
        transcript.push(mergeUserMessages([message.content]));
        break;
      case 'system':
        close();
        transcript.push({ role: 'system', content: message.content });
        break;
      case 'shown':
        break;
    }
  }
  close();
  return transcript;
}

export function mergeUserMessages(
  contents: readonly InputMessageOf<'user'>['content'][],
): UserMessage {
  const [only, ...others] = contents;
  if (typeof only === 'string' && others.length === 0) return { role: 'user', content: only };
  return { role: 'user', content: contents.flatMap(contentToParts) };
}

/** Calls of the newest reply with their results. A result is undefined until it arrives. */
type OpenCalls = Map<string, string | undefined>;

function resultsOrFailuresToMessages(open: OpenCalls): ToolMessage[] {
  return [...open].map(([callId, content]) => ({
    role: 'tool',
    tool_call_id: callId,
    content: content ?? formatFailure(callId, 'not_executed'),
  }));
}

function formatToolMessage({ callId, content, isError }: InputMessageOf<'tool'>): string {
  return isError ? formatFailure(callId, content) : content;
}

function formatFailure(callId: string, problem: string): string {
  const error = { code: problem, message: problem };
  return formatToolOutcome({ type: 'tool.failed', callId, error });
}

function assistantToMessage({ content, calls }: InputMessageOf<'assistant'>): Message {
  if (calls.length === 0) return { role: 'assistant', content };
  const tool_calls = calls.map(({ id, name, arguments: text }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: text },
  }));
  return { role: 'assistant', content, tool_calls };
}

function contentToParts(content: InputMessageOf<'user'>['content']): ContentPart[] {
  return typeof content === 'string'
    ? [{ type: 'text', text: content }]
    : content.map(partToContent);
}

function partToContent(part: InputPart): ContentPart {
  switch (part.type) {
    case 'text':
      return part;
    case 'image':
      return { type: 'image_url', image_url: { url: part.url } };
    case 'audio':
    case 'video':
    case 'document':
      return { type: 'file', file: omitUndefined({ url: part.url, media_type: part.mediaType }) };
  }
}
