import type { AssistantMessage, ContentPart, Message } from '#core';
import type { AgentContext, AgentFn } from '#engine/port';
import { ModelError } from '../model-error.ts';

/** Filters for the attachments that a model receives, the most permissive first. */
const LEVELS: readonly ((part: ContentPart) => boolean)[] = [
  () => true,
  ({ type }) => type === 'image_url',
  () => false,
];

/** Number of consecutive refusals after which a model counts as unable to read attachments. */
const REFUSALS = 3;

/** Repeats a refused call with images only, then with text only, and remembers three refusals. */
export function withAttachmentFallback(agent: AgentFn): AgentFn {
  let known = 0;
  let refusals = 0;
  return (messages, context) =>
    messages.some((message) => message.role === 'tool' && message.attachments)
      ? callWithFallback(messages, context)
      : agent(messages, context);

  async function callWithFallback(
    messages: readonly Message[],
    context: AgentContext,
  ): Promise<AssistantMessage> {
    let level = known;
    let isRefused = false;
    for (;;) {
      const shown = limitAttachmentsToLevel(level, messages);
      try {
        const reply = await agent(shown, context);
        if (isRefused) refusals += 1;
        else if (refusals > 0 && countAttachmentsAtLevel(level, messages) > 0) refusals = 0;
        if (refusals >= REFUSALS) [known, refusals] = [level, 0];
        return reply;
      } catch (thrown) {
        isRefused ||= isContentError(thrown) && thrown.code === 'bad-request';
        const next = isContentError(thrown) ? findFallbackLevel(level, messages) : undefined;
        if (next === undefined) throw thrown;
        level = next;
      }
    }
  }
}

function findFallbackLevel(level: number, messages: readonly Message[]): number | undefined {
  const before = countAttachmentsAtLevel(level, messages);
  for (let next = level + 1; next < LEVELS.length; next += 1) {
    if (countAttachmentsAtLevel(next, messages) < before) return next;
  }
  return undefined;
}

function countAttachmentsAtLevel(level: number, messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + getAttachmentsAtLevel(level, message).length, 0);
}

function limitAttachmentsToLevel(level: number, messages: readonly Message[]): readonly Message[] {
  if (level === 0) return messages;
  return messages.map((message) => {
    if (message.role !== 'tool' || !message.attachments) return message;
    const { attachments: _all, ...result } = message;
    const attachments = getAttachmentsAtLevel(level, message);
    return attachments.length === 0 ? result : { ...result, attachments };
  });
}

function getAttachmentsAtLevel(level: number, message: Message): readonly ContentPart[] {
  const isShown = LEVELS[level];
  if (message.role !== 'tool' || !message.attachments || !isShown) return [];
  return message.attachments.filter(isShown);
}

/** Whether a model call failed because of its messages: refused, or longer than the context. */
function isContentError(thrown: unknown): thrown is ModelError {
  if (!(thrown instanceof ModelError)) return false;
  return thrown.code === 'bad-request' || thrown.code === 'context-length';
}
