import { appendAll, toArray, type Chain } from '../data/chain.ts';
import type { Message } from './message.ts';

/**
 * Messages that precede a task in its conversation. A chain shares its messages with the history of the
 * previous task.
 */
export type History = readonly Message[] | Chain<Message>;

/** Converts a history to a list of messages, oldest first. */
export function historyToMessages(history: History): readonly Message[] {
  return isMessageList(history) ? history : toArray(history);
}

/** Converts a history to a chain. Returns undefined for an empty history. */
export function historyToChain(history: History): Chain<Message> | undefined {
  return isMessageList(history) ? appendAll(undefined, history) : history;
}

/** Returns a history with more messages. The given history does not change. */
export function appendMessages(history: History, more: readonly Message[]): History {
  return appendAll(historyToChain(history), more) ?? [];
}

function isMessageList(history: History): history is readonly Message[] {
  return Array.isArray(history);
}
