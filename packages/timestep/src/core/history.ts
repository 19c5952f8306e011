import { append, toArray, type Chain } from './chain.ts';
import type { Message } from './message.ts';

/**
 * Messages that a task continues. A chain shares them with the task before it, so that a turn of a long
 * conversation holds only what is new. As JSON both are a list.
 */
export type History = readonly Message[] | Chain<Message>;

/** The messages in order, oldest first. */
export function messagesOf(history: History): readonly Message[] {
  return isList(history) ? history : toArray(history);
}

/** The same messages as a chain; `undefined` where there are none. */
export function chainOf(history: History): Chain<Message> | undefined {
  return isList(history) ? chained(undefined, history) : history;
}

/** A history with more messages; the one that is given stays as it is. */
export function withMessages(history: History, more: readonly Message[]): History {
  return chained(chainOf(history), more) ?? [];
}

function chained(
  chain: Chain<Message> | undefined,
  more: readonly Message[],
): Chain<Message> | undefined {
  let longer = chain;
  for (const message of more) longer = append(longer, message);
  return longer;
}

function isList(history: History): history is readonly Message[] {
  return Array.isArray(history);
}
