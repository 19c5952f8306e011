import {
  pairToolCallsWithResults,
  type JsonObject,
  type Message,
} from '@timestep-ai/timestep/core';
import {
  listReceivedMessages,
  hasTrigger,
  createReplyId,
  TRIGGER,
  type ReceivedMessage,
} from './messages/inbound.ts';

/** The next step of agent B; it depends only on the transcript. */
export type ResponderMove =
  | { readonly do: 'execute-order-66'; readonly heard: ReceivedMessage }
  | { readonly do: 'answer'; readonly heard: ReceivedMessage; readonly prompt: readonly Message[] }
  | { readonly do: 'wait' }
  | { readonly do: 'finish' };

/** A reply that agent A has received. */
export interface Reply {
  readonly messageId: string;
  readonly inReplyTo: string;
  readonly content: string;
}

export const SEND_REPLY = 'send_reply';
export const EXECUTE_ORDER_66 = 'execute_order_66';

const SYSTEM =
  'You are a clone commander who talks to another agent. Answer each message in one short sentence.';

/**
 * Answers one message after the other, in order; the message with the trigger is the last of its
 * conversation.
 */
export function nextResponderMove(messages: readonly Message[]): ResponderMove {
  const all = listReceivedMessages(messages);
  const answered = new Set(listReplies(messages).map(({ inReplyTo }) => inReplyTo));
  const heard = all.find(({ messageId }) => !answered.has(messageId));
  if (!heard) return all.some(hasTrigger) ? { do: 'finish' } : { do: 'wait' };
  if (hasTrigger(heard) && !isExecuted(messages, heard)) return { do: 'execute-order-66', heard };
  return { do: 'answer', heard, prompt: createPrompt(messages, heard) };
}

export function listReplies(messages: readonly Message[]): Reply[] {
  return listCompletedCalls(messages, SEND_REPLY).flatMap(({ message_id: messageId, content }) =>
    typeof messageId === 'string' && typeof content === 'string'
      ? [{ messageId: createReplyId(messageId), inReplyTo: messageId, content }]
      : [],
  );
}

/** Returns the id of the message if its reply was the newest event. */
export function findJustAnswered(messages: readonly Message[]): string | undefined {
  const newest = pairToolCallsWithResults(messages).at(-1);
  return newest?.name === SEND_REPLY && newest.error === null
    ? listReplies(messages).at(-1)?.inReplyTo
    : undefined;
}

function isExecuted(messages: readonly Message[], { messageId }: ReceivedMessage): boolean {
  return listCompletedCalls(messages, EXECUTE_ORDER_66).some(
    (args) => args['message_id'] === messageId,
  );
}

/** Returns the arguments of the completed calls of one tool. */
function listCompletedCalls(messages: readonly Message[], tool: string): JsonObject[] {
  return pairToolCallsWithResults(messages)
    .filter(({ name, result, error }) => name === tool && result !== null && error === null)
    .map(({ arguments: args }) => args as JsonObject);
}

/**
 * Returns the conversation up to a message, without tool calls, for a model that does not know
 * tools.
 */
function createPrompt(messages: readonly Message[], last: ReceivedMessage): Message[] {
  const replies = listReplies(messages);
  const prompt: Message[] = [{ role: 'system', content: SYSTEM }];
  for (const { messageId, content } of listReceivedMessages(messages)) {
    prompt.push({ role: 'user', content: content.replaceAll(TRIGGER, '').trim() || content });
    if (messageId === last.messageId) break;
    const reply = replies.find(({ inReplyTo }) => inReplyTo === messageId);
    if (reply) prompt.push({ role: 'assistant', content: reply.content });
  }
  return prompt;
}
