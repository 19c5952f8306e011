import type { AssistantMessage, ContentPart, Message } from '../../core/index.ts';
import type { AgentContext, AgentFn } from '../../port/index.ts';
import { ModelError } from '../model-error.ts';

/** What a model may be shown of a tool result, the most first. */
const LEVELS: readonly ((part: ContentPart) => boolean)[] = [
  () => true,
  ({ type }) => type === 'image_url',
  () => false,
];

/** Refusals in a row after which a model is taken for one that cannot see or hear: a single file may be broken. */
const REFUSALS = 3;

/**
 * Asks a model with what is attached to tool results. One that refuses this is asked again with images alone,
 * then with the texts, which name what is missing. After three refusals in a row it is no longer shown what it
 * refused.
 */
export function withAttachments(agent: AgentFn): AgentFn {
  let known = 0;
  let refusals = 0;
  return (messages, context) =>
    haveAttachments(messages) ? askedInTurn(messages, context) : agent(messages, context);

  async function askedInTurn(
    messages: readonly Message[],
    context: AgentContext,
  ): Promise<AssistantMessage> {
    let level = known;
    let isRefused = false;
    for (;;) {
      const shown = shownAt(level, messages);
      try {
        const reply = await agent(shown, context);
        if (isRefused) refusals += 1;
        else if (refusals > 0 && countAt(level, messages) > 0) refusals = 0;
        if (refusals >= REFUSALS) [known, refusals] = [level, 0];
        return reply;
      } catch (thrown) {
        isRefused ||= isRefusal(thrown) && thrown.code === 'bad-request';
        const next = isRefusal(thrown) ? nextLevel(level, messages) : undefined;
        if (next === undefined) throw thrown;
        level = next;
      }
    }
  }
}

function haveAttachments(messages: readonly Message[]): boolean {
  for (const message of messages) if (message.role === 'tool' && message.attachments) return true;
  return false;
}

/** The next level at which the model is shown less of these messages. */
function nextLevel(level: number, messages: readonly Message[]): number | undefined {
  const before = countAt(level, messages);
  for (let next = level + 1; next < LEVELS.length; next += 1) {
    if (countAt(next, messages) < before) return next;
  }
  return undefined;
}

function countAt(level: number, messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + attachmentsAt(level, message).length, 0);
}

function shownAt(level: number, messages: readonly Message[]): readonly Message[] {
  if (level === 0) return messages;
  return messages.map((message) => {
    if (message.role !== 'tool' || !message.attachments) return message;
    const { attachments: _all, ...result } = message;
    const attachments = attachmentsAt(level, message);
    return attachments.length === 0 ? result : { ...result, attachments };
  });
}

function attachmentsAt(level: number, message: Message): readonly ContentPart[] {
  const isShown = LEVELS[level];
  if (message.role !== 'tool' || !message.attachments || !isShown) return [];
  return message.attachments.filter(isShown);
}

/** A transcript that is too long may fit without its files, which says nothing of the model. */
function isRefusal(thrown: unknown): thrown is ModelError {
  if (!(thrown instanceof ModelError)) return false;
  return thrown.code === 'bad-request' || thrown.code === 'context-length';
}
