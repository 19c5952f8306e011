import type {
  AssistantMessage,
  ContentPart,
  Message,
  ToolMessage,
  ToolSchema,
} from '../message/message.ts';
import { getToolDigest } from './tool-digest.ts';

/**
 * A part of a task's transcript or tools that model requests omit. `index` is a position among the
 * messages of the history and the task, from 0.
 */
export type Omission =
  /** A tool. With a digest, the tool is omitted only while its definition has that digest. */
  | { readonly kind: 'tool'; readonly name: string; readonly digest?: string }
  /** The context texts selected for the newest message: all but `keep` of their characters are omitted. */
  | { readonly kind: 'context'; readonly keep: number }
  /** A whole message, or one part of its content or attachments, by position from 0. */
  | { readonly kind: 'message'; readonly index: number; readonly part?: number }
  /** The text of a message, which is shortened to `keep` characters. */
  | { readonly kind: 'text'; readonly index: number; readonly keep: number }
  /** All messages before `index`, which `summary` replaces. */
  | { readonly kind: 'earlier'; readonly index: number; readonly summary?: string };

/** Returns whether two omissions have equal content, because a log may contain copies. */
export function isSameOmission(one: Omission, other: Omission): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns whether requests omit a tool. A tool whose definition has changed is offered again. */
export function isToolOmitted(omissions: readonly Omission[], tool: ToolSchema): boolean {
  const { name } = tool.function;
  return omissions.some(
    (one) =>
      one.kind === 'tool' &&
      one.name === name &&
      (one.digest === undefined || one.digest === getToolDigest(tool)),
  );
}

interface WithMessage {
  readonly message: Message;
}

/** Returns the entries of a transcript, oldest first, with notes in place of omitted parts. */
export function omitFromEntries<Item extends WithMessage>(
  entries: readonly Item[],
  omissions: readonly Omission[],
): readonly (Item | WithMessage)[] {
  const shown: (Item | WithMessage)[] = [...entries];
  let first = 0;
  let summary: string | undefined;
  for (const omission of omissions) {
    if (omission.kind === 'tool' || omission.kind === 'context') continue;
    const { index } = omission;
    if (omission.kind === 'earlier') {
      if (index < first) continue;
      first = index;
      summary = omission.summary ?? EARLIER_LEFT_OUT;
      continue;
    }
    const entry = shown[index];
    if (!entry) continue;
    const message =
      omission.kind === 'text'
        ? cutMessage(entry.message, omission.keep)
        : omission.part === undefined
          ? omitContent(entry.message)
          : omitPart(entry.message, omission.part);
    shown[index] = { ...entry, message };
  }
  if (summary === undefined) return shown;
  return [{ message: { role: 'user', content: summary } }, ...shown.slice(first)];
}

const EARLIER_LEFT_OUT =
  '(the earlier messages of this conversation were left out, because they do not fit or were refused)';
const MESSAGE_LEFT_OUT = '(a message was left out here, because the provider refused it)';
const FILE_LEFT_OUT = '(a file was left out here, because the provider refused it)';
const PART_LEFT_OUT = '(a part was left out here, because the provider refused it)';

function omitContent(message: Message): Message {
  switch (message.role) {
    case 'system':
      return message;
    case 'user':
      return { role: 'user', content: MESSAGE_LEFT_OUT };
    case 'assistant':
      return omitReply(message);
    case 'tool': {
      const { role, tool_call_id } = message;
      return { role, tool_call_id, content: MESSAGE_LEFT_OUT };
    }
  }
}

/** Omits the text of a reply but keeps its tool calls, because their results follow. */
function omitReply({ content, tool_calls: calls }: AssistantMessage): AssistantMessage {
  if (!calls) return { role: 'assistant', content: MESSAGE_LEFT_OUT };
  const tool_calls = calls.map((call) => ({
    ...call,
    function: { ...call.function, arguments: '{}' },
  }));
  return { role: 'assistant', content: content === null ? null : MESSAGE_LEFT_OUT, tool_calls };
}

/** Replaces a part by a note, so that the positions of other parts do not change. */
function omitPart(message: Message, part: number): Message {
  if (message.role === 'tool' && message.attachments) {
    return { ...message, attachments: replacePart(message.attachments, part) };
  }
  if (message.role !== 'user' || typeof message.content === 'string') return omitContent(message);
  return { ...message, content: replacePart(message.content, part) };
}

function replacePart(parts: readonly ContentPart[], part: number): readonly ContentPart[] {
  return parts.map((each, position): ContentPart => {
    if (position !== part) return each;
    return { type: 'text', text: isFile(each) ? FILE_LEFT_OUT : PART_LEFT_OUT };
  });
}

/** Returns whether a part is an image or a file. */
export function isFile({ type }: ContentPart): boolean {
  return type === 'image_url' || type === 'file';
}

function cutMessage(message: Message, keep: number): Message {
  switch (message.role) {
    case 'system':
      return message;
    case 'tool':
      return cutResult(message, keep);
    case 'assistant':
      return shortenReplyTexts(message, keep);
    case 'user':
      if (typeof message.content === 'string') {
        return { ...message, content: cutText(message.content, keep) };
      }
      return { ...message, content: message.content.map((part) => cutPart(part, keep)) };
  }
}

/** Shortens a tool result and adds a note on how to read the rest. */
export function cutResult(message: ToolMessage, keep: number): ToolMessage {
  const content = cutText(message.content, keep, RESULT_ADVICE);
  return content === message.content ? message : { ...message, content };
}

/** Drops the provider data, which repeats the reply. Shortened arguments of calls are still a JSON object. */
function shortenReplyTexts(
  { role, content, tool_calls: calls }: AssistantMessage,
  keep: number,
): Message {
  const shown = content === null ? null : cutText(content, keep);
  if (!calls) return { role, content: shown };
  const tool_calls = calls.map((call) => {
    const { name, arguments: text } = call.function;
    const cut = cutText(text, keep);
    return cut === text
      ? call
      : { ...call, function: { name, arguments: JSON.stringify({ left_out: cut }) } };
  });
  return { role, content: shown, tool_calls };
}

function cutPart(part: ContentPart, keep: number): ContentPart {
  if (part.type === 'text') return { ...part, text: cutText(part.text, keep) };
  if (part.type !== 'data') return part;
  const text = JSON.stringify(part.data);
  return text.length <= keep ? part : { type: 'text', text: cutText(text, keep) };
}

const RESULT_ADVICE = '; if you need them, call the tool again for a smaller part of its result';

/** Shortens a text to its first and last characters with a note between them. */
export function cutText(text: string, keep: number, advice = ''): string {
  // A text that is hardly longer than the note about the omission stays whole.
  if (text.length <= keep + MIN_CUT) return text;
  const first = Math.ceil((keep * 3) / 4);
  const left = text.length - keep;
  const note = `[${left} characters were left out here, because they do not fit into the context window of the model${advice}]`;
  const shown = [text.slice(0, first), note, text.slice(text.length - (keep - first))];
  return shown.join('\n').toWellFormed();
}

const MIN_CUT = 200;
