import type { AssistantMessage, ContentPart, Message } from '#core';
import type { AgentContext, AgentFn } from '#engine/port';
import { ModelError } from '../model-error.ts';

/** Maximum number of requests for one reply. */
const MAX_REQUESTS = 6;

const LEFT_OUT = '(a file was left out here, because the provider refused it)';

/**
 * Repeats a request that was refused without single files: other files before images, the newest
 * first, then without all that were never accepted. What was refused stays left out, wherever the
 * same part stands again; it says nothing about other files.
 */
export function withAttachmentFallback(agent: AgentFn): AgentFn {
  const refused = new WeakSet<ContentPart>();
  const accepted = new WeakSet<ContentPart>();

  async function callWithFallback(
    messages: readonly Message[],
    context: AgentContext,
  ): Promise<AssistantMessage> {
    const shown = listFiles(messages).filter((part) => !refused.has(part));
    const attempts = listAttempts(shown.filter((part) => !accepted.has(part)));
    let hidden: readonly ContentPart[] = [];
    for (;;) {
      const current = new Set(hidden);
      const isHidden = (part: ContentPart): boolean => refused.has(part) || current.has(part);
      try {
        const reply = await agent(leaveOut(messages, isHidden), context);
        for (const part of hidden) refused.add(part);
        for (const part of shown) if (!isHidden(part)) accepted.add(part);
        return reply;
      } catch (thrown) {
        const isTooLong = thrown instanceof ModelError && thrown.code === 'context-length';
        const next = isTooLong ? attempts.splice(0).at(-1) : attempts.shift();
        if (!isContentRefusal(thrown) || next === undefined) throw thrown;
        hidden = next;
      }
    }
  }

  return (messages, context) =>
    messages.some(hasFiles) ? callWithFallback(messages, context) : agent(messages, context);
}

/** Lists what is left out in each repetition. */
function listAttempts(suspects: readonly ContentPart[]): (readonly ContentPart[])[] {
  if (suspects.length === 0) return [];
  const newestFirst = suspects.toReversed();
  const ordered = [
    ...newestFirst.filter(({ type }) => type === 'file'),
    ...newestFirst.filter(({ type }) => type !== 'file'),
  ];
  const singles = ordered.slice(0, MAX_REQUESTS - 2).map((part) => [part]);
  return suspects.length === 1 ? singles : [...singles, suspects];
}

/** Lists the images and files of users and tool results, oldest first. */
function listFiles(messages: readonly Message[]): ContentPart[] {
  return messages.flatMap((message) => listParts(message).filter(isFile));
}

function hasFiles(message: Message): boolean {
  const parts = listParts(message);
  return parts.length > 0 && parts.some(isFile);
}

function listParts(message: Message): readonly ContentPart[] {
  const parts = message.role === 'tool' ? message.attachments : message.content;
  return Array.isArray(parts) ? (parts as readonly ContentPart[]) : NO_PARTS;
}

const NO_PARTS: readonly ContentPart[] = [];

function isFile({ type }: ContentPart): boolean {
  return type === 'image_url' || type === 'file';
}

function leaveOut(
  messages: readonly Message[],
  isHidden: (part: ContentPart) => boolean,
): readonly Message[] {
  return messages.map((message) => {
    if (message.role === 'tool' && message.attachments?.some(isHidden)) {
      const { attachments: all, ...result } = message;
      const attachments = all.filter((part) => !isHidden(part));
      return attachments.length === 0 ? result : { ...result, attachments };
    }
    if (message.role !== 'user' || typeof message.content === 'string') return message;
    if (!message.content.some(isHidden)) return message;
    const content = message.content.map((part): ContentPart => {
      return isHidden(part) ? { type: 'text', text: LEFT_OUT } : part;
    });
    return { ...message, content };
  });
}

/** Whether a model refused the request, perhaps because of a file. */
function isContentRefusal(thrown: unknown): boolean {
  if (!(thrown instanceof ModelError)) return false;
  return ['bad-request', 'context-length', 'request-too-large'].includes(thrown.code);
}
