import { apply, type NumberedEvent, type Submission, type Task } from '../../../../core/index.ts';
import type { Clock, ServedAgents } from '../../../port/index.ts';
import { acceptOrThrow } from '../../accept-or-throw.ts';
import { createNewTask } from '../../new-task.ts';
import type { CommitQueue } from '../file/commit-queue.ts';
import type { InboundTable } from './inbound-table.ts';
import type { TaskHost } from '../tasks/task-host.ts';
import type { TaskQueries } from '../tasks/task-queries.ts';
import type { TaskTable } from '../tasks/task-table.ts';
import { encodeTaskWrite } from '../tasks/task-write.ts';

export interface FirstMessageDeps {
  readonly agents: ServedAgents;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly owner: string;
  readonly queue: CommitQueue;
  readonly table: TaskTable;
  readonly inbound: InboundTable;
  readonly queries: TaskQueries;
  readonly host: TaskHost;
}

/** Resolves when the task and its first message are durable. */
export async function acceptFirstMessage(
  deps: FirstMessageDeps,
  submission: Submission,
  bodyHash: string,
): Promise<Task> {
  const { owner, queue, table, inbound, queries, host } = deps;
  const { contextId } = submission;
  const before =
    contextId === undefined ? undefined : queries.findLatestCompleted(submission, contextId);
  const { first, at } = createNewTask(deps, submission, before);
  const { task, events } = applyFirstEvents({ ...first, generation: 1, at }, submission);
  const written = encodeTaskWrite(task, events);
  const inserted = queue.add(() => {
    table.insert(written, owner);
    inbound.insert(submission, { taskId: task.id, bodyHash });
  });
  await host.addNew(task, inserted);
  return task;
}

function applyFirstEvents(
  first: NumberedEvent,
  submission: Submission,
): { readonly task: Task; readonly events: readonly NumberedEvent[] } {
  const { at } = first;
  const events = [first];
  let task = apply(undefined, first);
  for (const event of acceptOrThrow(task, submission)) {
    const numbered: NumberedEvent = { ...event, generation: task.generation + 1, at };
    events.push(numbered);
    task = apply(task, numbered);
  }
  return { task, events };
}
