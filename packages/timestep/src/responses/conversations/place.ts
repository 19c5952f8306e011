import { isFinal, isInterrupted, type Session, type Task } from '../../core/index.ts';
import type { SessionKey } from '../../port/index.ts';
import type { Continued } from '../read/submission.ts';
import { asItIs } from '../serve/as-it-is.ts';
import type { Service } from '../serve/service.ts';
import { responsesIn } from '../serve/shared-task.ts';
import type { Item } from '../wire/item.ts';
import { ResponsesError } from '../wire/responses-error.ts';
import { itemsIn, itemsOfConversation } from './items-of.ts';
import { conversationOf } from './kept-conversation.ts';
import { recordOfTask } from './record-of-task.ts';
import { newestTurn } from './turns.ts';

/** Where the next turn of a conversation goes on. */
export interface ConversationPlace {
  /** Of the conversation, which is the context of its turns. */
  readonly id: string;
  /** The newest response; absent where the turn begins with `carried` alone. */
  readonly previous: Continued | undefined;
  /** What a program put into the conversation since. */
  readonly carried: readonly Item[];
}

/**
 * Finds where the next turn goes on, at the same cost however long the conversation is. Only after an item was
 * removed the turn is made of all items. Throws `ResponsesError` where there is no conversation, or a turn of it
 * is under way.
 */
export async function placeIn(service: Service, key: SessionKey): Promise<ConversationPlace> {
  const session = await conversationOf(service, key);
  const newest = await newestTurn(service, key);
  if (newest && !isFinal(newest) && !isInterrupted(newest)) throw locked(key.id);
  const { id } = key;
  if (isEdited(session, newest)) {
    const carried = await itemsOfConversation(service, session);
    return { id, previous: undefined, carried };
  }
  const since = (session.added ?? []).filter(({ taskId }) => taskId === newest?.id);
  const previous = newest && (await continuedIn(service, newest));
  return { id, previous, carried: since.flatMap(itemsIn) };
}

/** Whether an item was removed that the newest turn knew. */
function isEdited({ removed = [] }: Session, newest: Task | undefined): boolean {
  return removed.some(({ taskId }) => taskId === newest?.id);
}

async function continuedIn(service: Service, task: Task): Promise<Continued> {
  const ids = [...(await responsesIn(service, task.id))];
  for (const id of ids.toReversed()) {
    const found = await service.records.get(task.origin.principal, id);
    if (found?.taskId === task.id) return { record: await asItIs(service, found), task };
  }
  return { record: recordOfTask(task), task };
}

/** Runs what begins a turn, unless another turn of the conversation is about to begin in this process. */
export async function alone<Result>(
  { beginning }: Pick<Service, 'beginning'>,
  { principal, id }: SessionKey,
  begin: () => Promise<Result>,
): Promise<Result> {
  const name = JSON.stringify([principal, id]);
  if (beginning.has(name)) throw locked(id);
  beginning.add(name);
  try {
    return await begin();
  } finally {
    beginning.delete(name);
  }
}

function locked(id: string): ResponsesError {
  const message = `a response of the conversation ${id} is not finished: wait for it or cancel it`;
  return new ResponsesError(409, 'conversation_locked', message, 'conversation');
}
