import { apply, type NumberedEvent, type Submission, type Task } from '../../core/index.ts';
import type { Clock, ServedAgents } from '../../port/index.ts';
import { acceptedBy } from '../accepted-by.ts';
import { beginTask } from '../begin-task.ts';
import type { CommitQueue } from './commit-queue.ts';
import type { InboundTable } from './inbound-table.ts';
import type { Residents } from './residents.ts';
import type { TaskQueries } from './task-queries.ts';
import type { TaskTable } from './task-table.ts';
import { writtenOf } from './written-task.ts';

export interface FirstMessageSite {
  readonly agents: ServedAgents;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly owner: string;
  readonly queue: CommitQueue;
  readonly table: TaskTable;
  readonly inbound: InboundTable;
  readonly queries: TaskQueries;
  readonly residents: Residents;
}

/** Begins a task with its first message; resolves once both are on disk. */
export async function takeFirst(
  site: FirstMessageSite,
  submission: Submission,
  bodyHash: string,
): Promise<Task> {
  const { owner, queue, table, inbound, queries, residents } = site;
  const { contextId } = submission;
  const before =
    contextId === undefined ? undefined : queries.latestCompleted(submission, contextId);
  const { first, at } = beginTask(site, submission, before);
  const { task, events } = beginning({ ...first, generation: 1, at }, submission);
  const written = writtenOf(task, events);
  const inserted = queue.add(() => {
    table.insert(written, owner);
    inbound.insert(submission, { taskId: task.id, bodyHash });
  });
  await residents.holdNew(task, inserted);
  return task;
}

/** The task after its first event and the events of its first message. */
function beginning(
  first: NumberedEvent,
  submission: Submission,
): { readonly task: Task; readonly events: readonly NumberedEvent[] } {
  const { at } = first;
  const events = [first];
  let task = apply(undefined, first);
  for (const event of acceptedBy(task, submission)) {
    const numbered: NumberedEvent = { ...event, generation: task.generation + 1, at };
    events.push(numbered);
    task = apply(task, numbered);
  }
  return { task, events };
}
