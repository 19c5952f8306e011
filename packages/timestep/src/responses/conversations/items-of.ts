import { textOf, toArray, type Session, type Task } from '../../core/index.ts';
import { asItIs } from '../serve/as-it-is.ts';
import { outputScope } from '../serve/conclude.ts';
import { loggedSteps } from '../serve/logged-steps.ts';
import type { Service } from '../serve/service.ts';
import { responsesIn } from '../serve/shared-task.ts';
import { taskAt } from '../../port/index.ts';
import type { Item, MessageItem } from '../wire/item.ts';
import { outputWriter } from '../write/output-writer.ts';
import { withOwnIds } from './items-together.ts';
import { recordOfTask } from './record-of-task.ts';
import type { TurnMark } from './turn-mark.ts';
import { turnsOf } from './turns.ts';

/** All items of a conversation, oldest first: those of its turns, and those that a program put between them. */
export async function itemsOfConversation(service: Service, session: Session): Promise<Item[]> {
  const turns = await turnsOf(service, session);
  const { added = [], removed = [] } = session;
  const items: Item[] = [];
  let left = added;
  for (const turn of turns) {
    // What followed a turn that was deleted stands where that turn stood.
    items.push(...left.filter(({ after }) => isBefore(after, turn)).flatMap(itemsIn));
    left = left.filter(({ after }) => !isBefore(after, turn));
    items.push(...(await itemsOfTurn(service, turn)));
  }
  items.push(...left.flatMap(itemsIn));
  const gone = new Set(removed.map(({ itemId }) => itemId));
  return withOwnIds(items).filter(({ id }) => !gone.has(id));
}

function isBefore(mark: TurnMark | undefined, { id, createdAt }: Task): boolean {
  return mark === undefined || (mark.taskId !== id && mark.createdAt <= createdAt);
}

/** They were read as items before they were kept. */
export function itemsIn({ items }: { readonly items: readonly unknown[] }): readonly Item[] {
  return items as readonly Item[];
}

async function itemsOfTurn(service: Service, turn: Task): Promise<readonly Item[]> {
  const { principal } = turn.origin;
  const items: Item[] = [];
  for (const id of (await responsesIn(service, turn.id)).keys()) {
    const found = await service.records.get(principal, id);
    if (found?.taskId !== turn.id) continue;
    const { input, response } = await asItIs(service, found);
    items.push(...input, ...response.output);
  }
  return items.length > 0 ? items : itemsFromLog(service, turn);
}

/** The items of a turn whose responses are not kept any more. */
async function itemsFromLog(service: Service, turn: Task): Promise<readonly Item[]> {
  const record = recordOfTask(turn);
  const key = record.response.id.replace('resp_', '');
  const said = toArray(turn.entries).flatMap(({ message }, index): MessageItem[] => {
    if (message.role !== 'user') return [];
    const content = [{ type: 'input_text', text: textOf(message) } as const];
    const id = `msg_${key}_in_${index}`;
    return [{ id, type: 'message', status: 'completed', role: 'user', content }];
  });
  const writer = outputWriter(await outputScope(service, record, turn));
  const leave = new AbortController();
  const steps = loggedSteps(service.runner, await taskAt(service.runner, turn, 1), leave.signal);
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
