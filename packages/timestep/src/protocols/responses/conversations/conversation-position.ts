import { hasTaskEnded, isInputRequired, type Task } from '#core';
import type { SessionKey } from '#engine/port';
import type { ContinuedResponse } from '../read/plan-turn.ts';
import { loadCurrentState, listResponseIds } from '../serve/current-state.ts';
import type { ResponsesService } from '../serve/responses-service.ts';
import type { Item } from '../wire/response-item.ts';
import { ResponsesError } from '../wire/responses-error.ts';
import {
  castToItems,
  loadConversationItems,
  removeUnpairedCalls,
} from './load-conversation-items.ts';
import { loadConversation } from './stored-conversation.ts';
import { rebuildRecordFromTask } from './rebuild-record.ts';
import { isChangeAfterNewestTurn, findNewestTurn } from './load-turns.ts';

export interface ConversationPosition {
  /** Context id of the tasks that are the turns of the conversation. */
  readonly id: string;
  /** The response to continue. Undefined if the turn starts from the items in `carried` only. */
  readonly previous: ContinuedResponse | undefined;
  /** Items that a client added to the conversation after the response to continue. */
  readonly carried: readonly Item[];
  /**
   * Id of a task that waits for input but that the new turn does not continue, because an item was removed.
   */
  readonly abandoned?: string;
}

/**
 * Finds the position in a conversation at which the next turn, with `items`, continues. The time does not depend on
 * the length of the conversation unless an item was removed. Throws `ResponsesError` if the conversation does not
 * exist or one of its turns is still running.
 */
export async function findConversationPosition(
  service: ResponsesService,
  key: SessionKey,
  items: readonly Item[],
): Promise<ConversationPosition> {
  const session = await loadConversation(service, key);
  const { id } = key;
  const { added = [], removed = [] } = session;
  const task = await findNewestTurn(service, key);
  if (task && !hasTaskEnded(task) && !isInputRequired(task)) {
    const message = `a response of the conversation ${id} is still running: wait for it or cancel it`;
    throw new ResponsesError(409, 'conversation_locked', message, 'conversation');
  }
  const ids = task ? await listResponseIds(service, task.id) : new Map<string, number>();
  const newest = task && { task, begunAt: Math.max(...ids.values()) };
  if (removed.some(({ after }) => isChangeAfterNewestTurn(after, newest))) {
    const carried = removeUnpairedCalls(await loadConversationItems(service, session), items);
    const isWaiting = task !== undefined && isInputRequired(task);
    return { id, previous: undefined, carried, ...(isWaiting && { abandoned: task.id }) };
  }
  const since = added.filter(({ after }) => isChangeAfterNewestTurn(after, newest));
  const previous = task && (await loadContinuedResponse(service, task, [...ids.keys()]));
  return { id, previous, carried: since.flatMap(castToItems) };
}

async function loadContinuedResponse(
  service: ResponsesService,
  task: Task,
  ids: readonly string[],
): Promise<ContinuedResponse> {
  for (const id of ids.toReversed()) {
    const found = await service.records.get(task.origin.principal, id);
    if (found?.taskId === task.id) return { record: await loadCurrentState(service, found), task };
  }
  return { record: rebuildRecordFromTask(task), task };
}

/** Changes a conversation after all its earlier changes in this process. */
export async function runExclusively<Result>(
  { changing }: Pick<ResponsesService, 'changing'>,
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
