import { isFinal, isInterrupted, type Task } from '../../core/index.ts';
import type { SessionKey } from '../../port/index.ts';
import type { Continued } from '../read/submission.ts';
import { asItIs } from '../serve/as-it-is.ts';
import type { Service } from '../serve/service.ts';
import { responsesIn } from '../serve/shared-task.ts';
import type { Item } from '../wire/item.ts';
import { ResponsesError } from '../wire/responses-error.ts';
import { itemsIn, itemsOfConversation } from './items-of.ts';
import { conversationOf } from './kept-conversation.ts';
import { withoutHalves } from './items-together.ts';
import { recordOfTask } from './record-of-task.ts';
import { isUnknown } from './turn-mark.ts';
import { newestTurn } from './turns.ts';

/** Where the next turn of a conversation goes on. */
export interface ConversationPlace {
  /** Of the conversation, which is the context of its turns. */
  readonly id: string;
  /** The newest response; absent where the turn begins with `carried` alone. */
  readonly previous: Continued | undefined;
  /** What a program put into the conversation since. */
  readonly carried: readonly Item[];
  /** A task that waits and is not gone on with. */
  readonly abandoned?: string;
}

/**
 * Finds where the next turn goes on, at the same cost however long the conversation is. Only after an item was
 * removed the turn is made of all items. Throws `ResponsesError` where there is no conversation, or a turn of it
 * is under way. `items` are those of the turn.
 */
export async function placeIn(
  service: Service,
  key: SessionKey,
  items: readonly Item[],
): Promise<ConversationPlace> {
  const session = await conversationOf(service, key);
  const { id } = key;
  const { added = [], removed = [] } = session;
  const task = await newestTurn(service, key);
  if (task && !isFinal(task) && !isInterrupted(task)) throw locked(id);
  const ids = task ? await responsesIn(service, task.id) : new Map<string, number>();
  const newest = task && { task, begunAt: Math.max(...ids.values()) };
  if (removed.some(({ after }) => isUnknown(after, newest))) {
    const carried = withoutHalves(await itemsOfConversation(service, session), items);
    const isWaiting = task !== undefined && isInterrupted(task);
    return { id, previous: undefined, carried, ...(isWaiting && { abandoned: task.id }) };
  }
  const since = added.filter(({ after }) => isUnknown(after, newest));
  const previous = task && (await continuedIn(service, task, [...ids.keys()]));
  return { id, previous, carried: since.flatMap(itemsIn) };
}

async function continuedIn(
  service: Service,
  task: Task,
  ids: readonly string[],
): Promise<Continued> {
  for (const id of ids.toReversed()) {
    const found = await service.records.get(task.origin.principal, id);
    if (found?.taskId === task.id) return { record: await asItIs(service, found), task };
  }
  return { record: recordOfTask(task), task };
}

/** Runs what changes a conversation after what this process has begun to change about it. */
export async function alone<Result>(
  { changing }: Pick<Service, 'changing'>,
  { principal, id }: SessionKey,
  change: () => Promise<Result>,
): Promise<Result> {
  const name = JSON.stringify([principal, id]);
  const before = changing.get(name);
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  changing.set(name, ended);
  await before;
  try {
    return await change();
  } finally {
    resolve();
    if (changing.get(name) === ended) changing.delete(name);
  }
}

function locked(id: string): ResponsesError {
  const message = `a response of the conversation ${id} is not finished: wait for it or cancel it`;
  return new ResponsesError(409, 'conversation_locked', message, 'conversation');
}
