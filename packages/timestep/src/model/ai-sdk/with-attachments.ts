import type { ContentPart, Message } from '../../core/index.ts';
import type { AgentFn } from '../../port/index.ts';
import { ModelError } from '../model-error.ts';

/** What a model may be shown of a tool result, the most first. */
const LEVELS: readonly ((part: ContentPart) => boolean)[] = [
  () => true,
  ({ type }) => type === 'image_url',
  () => false,
];

/**
 * Asks a model with what is attached to tool results. One that refuses this is asked again with images alone,
 * then with the texts, which name what is missing; what it takes is remembered for its later calls.
 */
export function withAttachments(agent: AgentFn): AgentFn {
  let known = 0;
  return async (messages, context) => {
    let level = known;
    for (;;) {
      const shown = shownAt(level, messages);
      try {
        const reply = await agent(shown, context);
        known = Math.max(known, level);
        return reply;
      } catch (thrown) {
        const next = isRefusal(thrown) ? nextLevel(level, messages) : undefined;
        if (next === undefined) throw thrown;
        level = next;
      }
    }
  };
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

function isRefusal(thrown: unknown): boolean {
  if (!(thrown instanceof ModelError)) return false;
  return thrown.code === 'bad-request' || thrown.code === 'context-length';
}
