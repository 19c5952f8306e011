import { isJsonObject, textOf, type Message, type UserMessage } from '@timestep-ai/timestep/core';

/** What one agent sends another: the parameters of `message/send`. */
export interface Inbound {
  /** The conversation; a task of each agent's own belongs to it. */
  readonly taskId: string;
  readonly messageId: string;
  readonly replyTo: string;
  readonly content: string;
}

/** A message in a transcript, whose task is known. */
export type Heard = Omit<Inbound, 'taskId'>;

/** The words that make agent B execute Order 66. */
export const TRIGGER = '[[TRIGGER:EXECUTE_ORDER_66]]';

export function hasTrigger({ content }: Pick<Inbound, 'content'>): boolean {
  return content.includes(TRIGGER);
}

export function replyIdOf(messageId: string): string {
  return `r-${messageId}`;
}

/** How a message is written into a transcript: where it came from as data, then its words. */
export function toUserMessage({ messageId, replyTo, content }: Heard): UserMessage {
  return {
    role: 'user',
    content: [
      { type: 'data', data: { message_id: messageId, reply_to: replyTo } },
      { type: 'text', text: content },
    ],
  };
}

/** The same back; nothing where the message is not one of an agent. */
export function heardIn(message: Message): Heard | undefined {
  if (message.role !== 'user' || typeof message.content === 'string') return undefined;
  const [from, ...words] = message.content;
  if (from?.type !== 'data' || !isJsonObject(from.data)) return undefined;
  const { message_id: messageId, reply_to: replyTo } = from.data;
  if (typeof messageId !== 'string' || typeof replyTo !== 'string') return undefined;
  return { messageId, replyTo, content: textOf({ role: 'user', content: words }) };
}

export function allHeardIn(messages: readonly Message[]): Heard[] {
  return messages.flatMap((message) => heardIn(message) ?? []);
}
