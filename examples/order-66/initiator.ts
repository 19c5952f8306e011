import { indexToolCalls, type Message, type UserMessage } from '@timestep-ai/timestep/core';
import type { AgentFn } from '@timestep-ai/timestep/port';
import { calling, saying, WAIT } from './calling.ts';
import { allHeardIn, replyIdOf, TRIGGER, type Heard } from './inbound.ts';

/** What agent A does next, which the transcript alone decides. */
export type InitiatorMove =
  | { readonly do: 'send'; readonly messageId: string; readonly content: string }
  | { readonly do: 'wait' }
  | { readonly do: 'fail'; readonly reason: string }
  | { readonly do: 'finish'; readonly turns: number };

/** How far a conversation has come, as agent A sees it. */
export interface Conversation {
  readonly turns: number | undefined;
  /** Ids of messages that agent B has taken, in order. */
  readonly sent: readonly string[];
  readonly replies: readonly Heard[];
}

export const SEND_MESSAGE = 'send_message';

export const START_ID = 'start';
export const MOST_TURNS = 20;

const ORDERS = [
  'report your position.',
  'are your troops ready?',
  'hold until you hear from me.',
] as const;

/** The message with which a conversation begins. */
export function startMessage(turns: number): UserMessage {
  const text = `Talk to agent B in ${turns} messages.`;
  return {
    role: 'user',
    content: [
      { type: 'data', data: { turns } },
      { type: 'text', text },
    ],
  };
}

export function conversationOf(messages: readonly Message[]): Conversation {
  const sent = sendings(messages).filter(({ refused }) => refused === undefined);
  return {
    turns: turnsIn(messages),
    sent: sent.map(({ messageId }) => messageId),
    replies: allHeardIn(messages),
  };
}

export function nextInitiatorMove(messages: readonly Message[]): InitiatorMove {
  const { turns, sent, replies } = conversationOf(messages);
  const [refused] = sendings(messages).flatMap((sending) => sending.refused ?? []);
  if (refused !== undefined) return { do: 'fail', reason: `agent B took no message: ${refused}` };
  const awaited = sent.at(-1);
  const isAnswered =
    awaited === undefined || replies.some(({ messageId }) => messageId === replyIdOf(awaited));
  // A reply to no message of this agent opens a conversation, too: it waits for its beginning.
  if (turns === undefined || !isAnswered) return { do: 'wait' };
  const next = sent.length + 1;
  if (next > turns) return { do: 'finish', turns };
  return { do: 'send', messageId: `m${next}`, content: contentOf(next, turns) };
}

/** What agent A says; the last message of a conversation triggers Order 66. */
export function contentOf(turn: number, turns: number): string {
  const said = `Message ${turn} of ${turns}: Commander,`;
  return turn === turns
    ? `${said} the time has come. ${TRIGGER}`
    : `${said} ${ORDERS[(turn - 1) % ORDERS.length] ?? ''}`;
}

/** Agent A: no model, only what is next. */
export const initiator: AgentFn = (messages) => {
  const move = nextInitiatorMove(messages);
  switch (move.do) {
    case 'send': {
      const { messageId, content } = move;
      return calling(messages, SEND_MESSAGE, { message_id: messageId, content });
    }
    case 'wait':
      return calling(messages, WAIT.function.name);
    case 'fail':
      throw new Error(move.reason);
    case 'finish':
      return saying(`All ${move.turns} messages are answered.`);
  }
};

interface Sending {
  readonly messageId: string;
  readonly refused: string | undefined;
}

function sendings(messages: readonly Message[]): Sending[] {
  return indexToolCalls(messages).flatMap(({ name, arguments: args, result, error }) => {
    if (name !== SEND_MESSAGE || result === null) return [];
    const { message_id: messageId } = { ...(args as object) } as { readonly message_id?: unknown };
    const { refused } = { ...(result as object) } as { readonly refused?: unknown };
    const reason = error ?? (typeof refused === 'string' ? refused : undefined);
    return typeof messageId === 'string' ? [{ messageId, refused: reason }] : [];
  });
}

function turnsIn(messages: readonly Message[]): number | undefined {
  for (const { content } of messages) {
    const [first] = Array.isArray(content)
      ? (content as Exclude<UserMessage['content'], string>)
      : [];
    if (first?.type !== 'data') continue;
    const { turns } = { ...(first.data as object) } as { readonly turns?: unknown };
    if (typeof turns === 'number') return turns;
  }
  return undefined;
}
