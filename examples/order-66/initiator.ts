import {
  pairToolCallsWithResults,
  type Message,
  type UserMessage,
} from '@timestep-ai/timestep/core';
import type { AgentFn } from '@timestep-ai/timestep/port';
import { createCallMessage, createTextMessage, WAIT } from './messages/call-message.ts';
import {
  listReceivedMessages,
  createReplyId,
  TRIGGER,
  type ReceivedMessage,
} from './messages/inbound.ts';

/** The next step of agent A; it depends only on the transcript. */
export type InitiatorMove =
  | { readonly do: 'send'; readonly messageId: string; readonly content: string }
  | { readonly do: 'wait' }
  | { readonly do: 'fail'; readonly reason: string }
  | { readonly do: 'finish'; readonly turns: number };

/** The progress of a conversation from the view of agent A. */
export interface Conversation {
  readonly turns: number | undefined;
  /** Ids of messages that agent B has received, in order. */
  readonly sent: readonly string[];
  readonly replies: readonly ReceivedMessage[];
}

export const SEND_MESSAGE = 'send_message';

export const START_ID = 'start';
export const MOST_TURNS = 20;

const ORDERS = [
  'report your position.',
  'are your troops ready?',
  'hold until you hear from me.',
] as const;

/** Creates the message that starts a conversation. */
export function createStartMessage(turns: number): UserMessage {
  const text = `Talk to agent B in ${turns} messages.`;
  return {
    role: 'user',
    content: [
      { type: 'data', data: { turns } },
      { type: 'text', text },
    ],
  };
}

export function readConversation(messages: readonly Message[]): Conversation {
  const sent = listSendings(messages).filter(({ refused }) => refused === undefined);
  return {
    turns: findTurns(messages),
    sent: sent.map(({ messageId }) => messageId),
    replies: listReceivedMessages(messages),
  };
}

export function nextInitiatorMove(messages: readonly Message[]): InitiatorMove {
  const { turns, sent, replies } = readConversation(messages);
  const [refused] = listSendings(messages).flatMap((sending) => sending.refused ?? []);
  if (refused !== undefined) return { do: 'fail', reason: `agent B took no message: ${refused}` };
  const awaited = sent.at(-1);
  const isAnswered =
    awaited === undefined || replies.some(({ messageId }) => messageId === createReplyId(awaited));
  // A reply to an unknown message also opens a conversation, which then waits for its start
  // message.
  if (turns === undefined || !isAnswered) return { do: 'wait' };
  const next = sent.length + 1;
  if (next > turns) return { do: 'finish', turns };
  return { do: 'send', messageId: `m${next}`, content: createContent(next, turns) };
}

/** Returns the text of agent A's message; the last message of a conversation triggers Order 66. */
export function createContent(turn: number, turns: number): string {
  const said = `Message ${turn} of ${turns}: Commander,`;
  return turn === turns
    ? `${said} the time has come. ${TRIGGER}`
    : `${said} ${ORDERS[(turn - 1) % ORDERS.length] ?? ''}`;
}

/** Agent A: it has no model and only performs the next step. */
export const initiator: AgentFn = (messages) => {
  const move = nextInitiatorMove(messages);
  switch (move.do) {
    case 'send': {
      const { messageId, content } = move;
      return createCallMessage(messages, SEND_MESSAGE, { message_id: messageId, content });
    }
    case 'wait':
      return createCallMessage(messages, WAIT.function.name);
    case 'fail':
      throw new Error(move.reason);
    case 'finish':
      return createTextMessage(`All ${move.turns} messages are answered.`);
  }
};

interface Sending {
  readonly messageId: string;
  readonly refused: string | undefined;
}

function listSendings(messages: readonly Message[]): Sending[] {
  return pairToolCallsWithResults(messages).flatMap(({ name, arguments: args, result, error }) => {
    if (name !== SEND_MESSAGE || result === null) return [];
    const { message_id: messageId } = { ...(args as object) } as { readonly message_id?: unknown };
    const { refused } = { ...(result as object) } as { readonly refused?: unknown };
    const reason = error ?? (typeof refused === 'string' ? refused : undefined);
    return typeof messageId === 'string' ? [{ messageId, refused: reason }] : [];
  });
}

function findTurns(messages: readonly Message[]): number | undefined {
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
