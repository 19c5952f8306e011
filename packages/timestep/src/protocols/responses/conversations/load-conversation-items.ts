import { getText, toArray, type Session, type Task } from '../../../core/index.ts';
import { loadCurrentState } from '../serve/current-state.ts';
import { buildOutputScope } from '../serve/finish-response.ts';
import { readStepsFromLog } from '../serve/logged-steps.ts';
import type { ResponsesService } from '../serve/responses-service.ts';
import { listResponseIds } from '../serve/shared-task.ts';
import { loadTaskAtGeneration } from '../../../engine/port/index.ts';
import type { Item, MessageItem } from '../wire/response-item.ts';
import { createOutputWriter } from '../write/output-writer.ts';
import { withUniqueIds } from './normalize-items.ts';
import { rebuildRecordFromTask } from './rebuild-record.ts';
import type { TurnMark } from './turn-mark.ts';
import { loadTurns } from './load-turns.ts';

/** Loads the items of turns, and items that a client added between them, oldest first. */
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
    items.push(...left.filter(({ after }) => isMarkedBefore(after, turn)).flatMap(getAddedItems));
    left = left.filter(({ after }) => !isMarkedBefore(after, turn));
    items.push(...(await loadTurnItems(service, turn)));
  }
  items.push(...left.flatMap(getAddedItems));
  const gone = new Set(removed.map(({ itemId }) => itemId));
  return withUniqueIds(items).filter(({ id }) => !gone.has(id));
}

function isMarkedBefore(mark: TurnMark | undefined, { id, createdAt }: Task): boolean {
  return mark === undefined || (mark.taskId !== id && mark.createdAt <= createdAt);
}

/** The cast is safe, because the items were validated before they were stored. */
export function getAddedItems({ items }: { readonly items: readonly unknown[] }): readonly Item[] {
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

/** For turns whose responses are no longer stored. */
async function loadItemsFromLog(service: ResponsesService, turn: Task): Promise<readonly Item[]> {
  const record = rebuildRecordFromTask(turn);
  const key = record.response.id.replace('resp_', '');
  const said = toArray(turn.entries).flatMap(({ message }, index): MessageItem[] => {
    if (message.role !== 'user') return [];
    const content = [{ type: 'input_text', text: getText(message) } as const];
    const id = `msg_${key}_in_${index}`;
    return [{ id, type: 'message', status: 'completed', role: 'user', content }];
  });
  const writer = createOutputWriter(await buildOutputScope(service, record, turn));
  const leave = new AbortController();
  const steps = readStepsFromLog(
    service.runner,
    await loadTaskAtGeneration(service.runner, turn, 1),
    leave.signal,
  );
  try {
    for (let at = 1; at < turn.generation;) {
      const next = await steps.next();
      if (next.done) break;
      writer.write(next.value);
      at = next.value.task.generation;
    }
  } finally {
    leave.abort();
    await steps.return(undefined);
  }
  writer.breakOff();
  return [...said, ...writer.items()];
}
