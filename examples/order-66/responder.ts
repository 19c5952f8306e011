import { indexToolCalls, type JsonObject, type Message } from '@timestep-ai/timestep/core';
import { allHeardIn, hasTrigger, replyIdOf, TRIGGER, type Heard } from './inbound.ts';

/** What agent B does next, which the transcript alone decides. */
export type ResponderMove =
  | { readonly do: 'execute-order-66'; readonly heard: Heard }
  | { readonly do: 'answer'; readonly heard: Heard; readonly prompt: readonly Message[] }
  | { readonly do: 'wait' }
  | { readonly do: 'finish' };

/** A reply that agent A has taken. */
export interface Reply {
  readonly messageId: string;
  readonly inReplyTo: string;
  readonly content: string;
}

export const SEND_REPLY = 'send_reply';
export const EXECUTE_ORDER_66 = 'execute_order_66';

const SYSTEM =
  'You are a clone commander who talks to another agent. Answer each message in one short sentence.';

/** Answers messages in order, one at a time; the one with the trigger is the last of its conversation. */
export function nextResponderMove(messages: readonly Message[]): ResponderMove {
  const all = allHeardIn(messages);
  const answered = new Set(repliesIn(messages).map(({ inReplyTo }) => inReplyTo));
  const heard = all.find(({ messageId }) => !answered.has(messageId));
  if (!heard) return all.some(hasTrigger) ? { do: 'finish' } : { do: 'wait' };
  if (hasTrigger(heard) && !isExecuted(messages, heard)) return { do: 'execute-order-66', heard };
  return { do: 'answer', heard, prompt: promptFor(messages, heard) };
}

export function repliesIn(messages: readonly Message[]): Reply[] {
  return callsOf(messages, SEND_REPLY).flatMap(({ message_id: messageId, content }) =>
    typeof messageId === 'string' && typeof content === 'string'
      ? [{ messageId: replyIdOf(messageId), inReplyTo: messageId, content }]
      : [],
  );
}

/** The message whose reply was the newest thing that happened. */
export function justAnswered(messages: readonly Message[]): string | undefined {
  const newest = indexToolCalls(messages).at(-1);
  return newest?.name === SEND_REPLY && newest.error === null
    ? repliesIn(messages).at(-1)?.inReplyTo
    : undefined;
}

function isExecuted(messages: readonly Message[], { messageId }: Heard): boolean {
  return callsOf(messages, EXECUTE_ORDER_66).some((args) => args['message_id'] === messageId);
}

/** The arguments of the calls of one tool that have a result. */
function callsOf(messages: readonly Message[], tool: string): JsonObject[] {
  return indexToolCalls(messages)
    .filter(({ name, result, error }) => name === tool && result !== null && error === null)
    .map(({ arguments: args }) => args as JsonObject);
}

/** The conversation up to a message, as a model that knows nothing of calls is shown it. */
function promptFor(messages: readonly Message[], last: Heard): Message[] {
  const replies = repliesIn(messages);
  const prompt: Message[] = [{ role: 'system', content: SYSTEM }];
  for (const { messageId, content } of allHeardIn(messages)) {
    prompt.push({ role: 'user', content: content.replaceAll(TRIGGER, '').trim() || content });
    if (messageId === last.messageId) break;
    const reply = replies.find(({ inReplyTo }) => inReplyTo === messageId);
    if (reply) prompt.push({ role: 'assistant', content: reply.content });
  }
  return prompt;
}
