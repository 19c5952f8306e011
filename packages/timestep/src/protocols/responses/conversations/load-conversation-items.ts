import { getText, toArray, type Session, type Task } from '#core';
import { loadCurrentState, listResponseIds } from '../serve/current-state.ts';
import { buildOutputScope } from '../serve/finish-response.ts';
import { readStepsUpTo } from '../serve/response-source.ts';
import type { ResponsesService } from '../serve/responses-service.ts';
import { loadTaskAtGeneration } from '#engine/port';
import { createUserMessage } from '../read/read-items.ts';
import type { Item } from '../wire/response-item.ts';
import { createOutputWriter } from '../write/output-writer.ts';
import { rebuildRecordFromTask } from './rebuild-record.ts';
import { type TurnMark, loadTurns } from './load-turns.ts';

/**
 * Loads the items of a conversation, oldest first: those of its turns, and items that a client added between turns.
 */
export async function loadConversationItems(
  service: ResponsesService,
  session: Session,
): Promise<Item[]> {
  const turns = await loadTurns(service, session);
  const { added = [], removed = [] } = session;
  const items: Item[] = [];
  let left = added;
  for (const turn of turns) {
    // Items added after a deleted turn keep the position of that turn.
    items.push(...left.filter(({ after }) => isTaskAfterMark(after, turn)).flatMap(castToItems));
    left = left.filter(({ after }) => !isTaskAfterMark(after, turn));
    items.push(...(await loadTurnItems(service, turn)));
  }
  items.push(...left.flatMap(castToItems));
  const gone = new Set(removed.map(({ itemId }) => itemId));
  return numberRepeatedIds(items).filter(({ id }) => !gone.has(id));
}

function isTaskAfterMark(mark: TurnMark | undefined, { id, createdAt }: Task): boolean {
  return mark === undefined || (mark.taskId !== id && mark.createdAt <= createdAt);
}

/** The cast is safe, because the items were validated before they were stored. */
export function castToItems({ items }: { readonly items: readonly unknown[] }): readonly Item[] {
  return items as readonly Item[];
}

async function loadTurnItems(service: ResponsesService, turn: Task): Promise<readonly Item[]> {
  const { principal } = turn.origin;
  const items: Item[] = [];
  for (const id of (await listResponseIds(service, turn.id)).keys()) {
    const found = await service.records.get(principal, id);
    if (found?.taskId !== turn.id) continue;
    const { input, response } = await loadCurrentState(service, found);
    items.push(...input, ...response.output);
  }
  return items.length > 0 ? items : loadItemsFromLog(service, turn);
}

/** Loads the items of turns whose responses are no longer stored. */
async function loadItemsFromLog(service: ResponsesService, turn: Task): Promise<readonly Item[]> {
  const record = rebuildRecordFromTask(turn);
  const key = record.response.id.replace('resp_', '');
  const said = toArray(turn.entries).flatMap(({ message }, index): Item[] =>
    message.role === 'user' ? [createUserMessage(getText(message), `msg_${key}_in_${index}`)] : [],
  );
  const writer = createOutputWriter(await buildOutputScope(service, record, turn));
  const begun = await loadTaskAtGeneration(service.runner, turn, 1);
  for await (const step of readStepsUpTo(service.runner, begun, turn.generation)) {
    writer.write(step);
  }
  writer.breakOff();
  return [...said, ...writer.items()];
}

/** Makes repeated ids unique by numbers, so that a client that pages with `after` reaches the end. */
export function numberRepeatedIds(items: readonly Item[]): readonly Item[] {
  const taken = new Set<string>();
  return items.map((item) => {
    let { id } = item;
    for (let times = 2; taken.has(id); times += 1) id = `${item.id}_${times}`;
    taken.add(id);
    return id === item.id ? item : { ...item, id };
  });
}

/** Removes calls without an output and outputs without a call. `later` may contain the outputs. */
export function removeUnpairedCalls(
  items: readonly Item[],
  later: readonly Item[],
): readonly Item[] {
  const calls = new Set<string>();
  const outputs = new Set<string>();
  for (const item of items) if (item.type === 'function_call') calls.add(item.call_id);
  for (const item of [...items, ...later]) {
    if (item.type === 'function_call_output') outputs.add(item.call_id);
  }
  return items.filter((item) => {
    if (item.type === 'function_call') return outputs.has(item.call_id);
    if (item.type === 'function_call_output') return calls.has(item.call_id);
    return true;
  });
}
