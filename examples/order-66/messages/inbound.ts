import { isJsonObject, getText, type Message, type UserMessage } from '@timestep-ai/timestep/core';

/** A message from one agent to another: the parameters of `message/send`. */
export interface InboundMessage {
  /** The id of the conversation; each agent has its own task for it. */
  readonly taskId: string;
  readonly messageId: string;
  readonly replyTo: string;
  readonly content: string;
}

/** A message in a transcript, whose task is known. */
export type ReceivedMessage = Omit<InboundMessage, 'taskId'>;

/** The text that makes agent B execute Order 66. */
export const TRIGGER = '[[TRIGGER:EXECUTE_ORDER_66]]';

export function hasTrigger({ content }: Pick<InboundMessage, 'content'>): boolean {
  return content.includes(TRIGGER);
}

export function createReplyId(messageId: string): string {
  return `r-${messageId}`;
}

/** Converts a message for the transcript: its origin as data, then its text. */
export function toUserMessage({ messageId, replyTo, content }: ReceivedMessage): UserMessage {
  return {
    role: 'user',
    content: [
      { type: 'data', data: { message_id: messageId, reply_to: replyTo } },
      { type: 'text', text: content },
    ],
  };
}

/** Converts a transcript message back; undefined if it was not sent by an agent. */
export function parseReceivedMessage(message: Message): ReceivedMessage | undefined {
  if (message.role !== 'user' || typeof message.content === 'string') return undefined;
  const [from, ...words] = message.content;
  if (from?.type !== 'data' || !isJsonObject(from.data)) return undefined;
  const { message_id: messageId, reply_to: replyTo } = from.data;
  if (typeof messageId !== 'string' || typeof replyTo !== 'string') return undefined;
  return { messageId, replyTo, content: getText({ role: 'user', content: words }) };
}

export function listReceivedMessages(messages: readonly Message[]): ReceivedMessage[] {
  return messages.flatMap((message) => parseReceivedMessage(message) ?? []);
}
