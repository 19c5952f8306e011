import {
  outcomeContent,
  type ContentPart,
  type Message,
  type ToolMessage,
  type UserMessage,
} from '../../core/index.ts';
import { invalidField } from '../wire/agui-error.ts';
import type { InputMessage, InputPart } from '../wire/run-input.ts';

type Of<Role extends InputMessage['role']> = Extract<InputMessage, { readonly role: Role }>;

/**
 * The conversation as a transcript: the results of calls follow the message that made them, and a call
 * without a result has one that says so, because no provider takes a transcript with open calls.
 */
export function transcriptFrom(messages: readonly InputMessage[]): Message[] {
  const transcript: Message[] = [];
  let open: OpenCalls | undefined;
  const close = (): void => {
    if (open) transcript.push(...resultsOf(open));
    open = undefined;
  };
  for (const message of messages) {
    switch (message.role) {
      case 'tool':
        if (!open?.results.has(message.callId)) throw strayResult(message);
        open.results.set(message.callId, resultContent(message));
        break;
      case 'assistant':
        close();
        if (message.calls.length > 0 || message.content !== '') transcript.push(saidBy(message));
        open = openCallsOf(message);
        break;
      case 'user':
        close();
        transcript.push(userMessage([message.content]));
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

/** What a person said in one or more messages, as one message. */
export function userMessage(said: readonly Of<'user'>['content'][]): UserMessage {
  const [only, ...others] = said;
  if (typeof only === 'string' && others.length === 0) return { role: 'user', content: only };
  return { role: 'user', content: said.flatMap(partsOf) };
}

/** The calls of the newest reply, with the results that have come; absent ones are undefined. */
interface OpenCalls {
  readonly results: Map<string, string | undefined>;
}

function openCallsOf({ calls }: Of<'assistant'>): OpenCalls {
  return { results: new Map(calls.map(({ id }) => [id, undefined])) };
}

function resultsOf({ results }: OpenCalls): ToolMessage[] {
  return [...results].map(([callId, content]) => ({
    role: 'tool',
    tool_call_id: callId,
    content: content ?? failureContent(callId, 'not_executed'),
  }));
}

/** A result as the transcript has it. */
function resultContent({ callId, content, isError }: Of<'tool'>): string {
  return isError ? failureContent(callId, content) : content;
}

function failureContent(callId: string, problem: string): string {
  const error = { code: problem, message: problem };
  return outcomeContent({ type: 'tool.failed', callId, error });
}

function saidBy({ content, calls }: Of<'assistant'>): Message {
  if (calls.length === 0) return { role: 'assistant', content };
  const tool_calls = calls.map(({ id, name, arguments: text }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: text },
  }));
  return { role: 'assistant', content, tool_calls };
}

function partsOf(content: Of<'user'>['content']): ContentPart[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content.map(partOf);
}

function partOf(part: InputPart): ContentPart {
  switch (part.type) {
    case 'text':
      return part;
    case 'image':
      return { type: 'image_url', image_url: { url: part.url } };
    case 'audio':
    case 'video':
    case 'document':
      return {
        type: 'file',
        file: {
          url: part.url,
          ...(part.mediaType !== undefined && { media_type: part.mediaType }),
        },
      };
  }
}

function strayResult({ path, callId }: Of<'tool'>): Error {
  return invalidField(
    `${path}.toolCallId`,
    `names no call of the assistant's message before it: ${callId}`,
  );
}
