import { randomUUID } from 'node:crypto';
import {
  apply,
  decide,
  isFinal,
  lostEffects,
  type NumberedEvent,
  type Task,
  type TaskEvent,
  eventsOfMail,
  type Mail,
} from '../../core/index.ts';
import { createMailTable } from '../sqlite/mail-table.ts';
import type { StoredTask } from '../sqlite/task-reading.ts';
import { createTaskTable } from '../sqlite/task-table.ts';
import { writtenOf } from '../sqlite/written-task.ts';
import { StoreAdminError } from './store-admin-error.ts';
import { transaction, type StoreFile } from './store-file.ts';
import { noSuchTask } from './stored-tasks.ts';

/**
 * Ends a task that has not ended, whichever process owns it: the task is taken over and finished in
 * one transaction. A process that was driving it is fenced off and drops it at its next write; a
 * running call of that process has no effect on the task any more. Throws `StoreAdminError`.
 */
export function cancelStoredTask(store: StoreFile, taskId: string, now: number): Task {
  const table = createTaskTable(store.database);
  const mailTable = createMailTable(store.database);
  const owner = `cancel-${randomUUID()}`;
  return transaction(store, () => {
    const stored = table.load(taskId);
    if (!stored) throw noSuchTask(taskId, store.path);
    if (isFinal(stored.task)) throw alreadyEnded(stored);
    if (!table.claim(taskId, stored, owner)) throw new StoreAdminError('task-changed', CHANGED);
    const waiting = mailTable.pending(taskId, 0);
    const mail = waiting.map((pending) => pending.mail);
    const { task, events } = canceled(stored.task, mail, now);
    for (const { id } of waiting) mailTable.remove(id);
    table.append(writtenOf(task, events), owner, stored.epoch + 1);
    return task;
  });
}

const CHANGED = 'another process changed the task at the same moment: try again';

/** The canceled task, and the events to record. */
function canceled(
  task: Task,
  mail: readonly Mail[],
  now: number,
): { task: Task; events: NumberedEvent[] } {
  const events: NumberedEvent[] = [];
  const at = Math.max(now, task.updatedAt);
  let changed = task;
  function record(event: TaskEvent): void {
    const numbered: NumberedEvent = { ...event, generation: changed.generation + 1, at };
    events.push(numbered);
    changed = apply(changed, numbered);
  }
  for (const event of lostEffects(task, { kind: 'left' })) record(event);
  // Accepted messages stay in the log, although they get no answer any more.
  for (const letter of mail) for (const event of eventsOfMail(changed, letter)) record(event);
  if (!changed.cancelRequested) record({ type: 'cancel.requested' });
  const decision = decide(changed);
  if (decision.do === 'finish') {
    const { state, reason } = decision;
    record({ type: 'task.finished', state, reason });
  }
  return { task: changed, events };
}

function alreadyEnded({ task }: StoredTask): StoreAdminError {
  const message = `task ${task.id} has ended already (${task.state}): there is nothing to cancel`;
  return new StoreAdminError('task-ended', message);
}
