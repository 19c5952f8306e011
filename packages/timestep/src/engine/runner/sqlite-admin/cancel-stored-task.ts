import { randomUUID } from 'node:crypto';
import {
  apply,
  decide,
  hasTaskEnded,
  buildRecoveryEvents,
  type NumberedEvent,
  type Task,
  type TaskEvent,
  mailboxItemToEvents,
  type MailboxItem,
} from '#core';
import { addWorkToHour, createTransactionRunner, runInTransaction } from '#engine/store';
import { createMailTable } from '../sqlite/messages/mail-table.ts';
import { createTaskTable, type StoredTask } from '../sqlite/tasks/task-table.ts';
import { encodeTaskWrite } from '../sqlite/tasks/task-write.ts';
import { StoreAdminError } from './store-admin-error.ts';
import type { StoreFile } from './store-file.ts';
import { createStoredTaskNotFoundError } from './stored-tasks.ts';

/**
 * Takes a task over from its process, which can then no longer write to it, and cancels it. Throws
 * `StoreAdminError`.
 */
export function cancelStoredTask(store: StoreFile, taskId: string, now: number): Task {
  const table = createTaskTable(store.database);
  const mailTable = createMailTable(store.database);
  const run = createTransactionRunner(store.database);
  const owner = `cancel-${randomUUID()}`;
  return runInTransaction(store.database, () => {
    const stored = table.load(taskId);
    if (!stored) throw createStoredTaskNotFoundError(taskId, store.path);
    if (hasTaskEnded(stored.task)) throw createAlreadyEndedError(stored);
    if (!table.claim(taskId, stored, owner))
      throw new StoreAdminError('task-changed', CHANGED_MESSAGE);
    const waiting = mailTable.listPending(taskId, 0);
    const mail = waiting.map((pending) => pending.mail);
    const { task, events } = buildCancellation(stored.task, mail, now);
    for (const { id } of waiting) mailTable.remove(id);
    const written = encodeTaskWrite(task, events);
    table.append(written, owner, stored.epoch + 1);
    for (const counted of written.work) run(addWorkToHour(counted));
    return task;
  });
}

const CHANGED_MESSAGE = 'another process changed the task at the same time: try again';

function buildCancellation(
  task: Task,
  mail: readonly MailboxItem[],
  now: number,
): { task: Task; events: NumberedEvent[] } {
  const events: NumberedEvent[] = [];
  const at = Math.max(now, task.updatedAt);
  let changed = task;
  function numberAndApplyEvent(event: TaskEvent): void {
    const numbered: NumberedEvent = { ...event, generation: changed.generation + 1, at };
    events.push(numbered);
    changed = apply(changed, numbered);
  }
  for (const event of buildRecoveryEvents(task, { kind: 'left' })) numberAndApplyEvent(event);
  // Accepted messages are still recorded in the log, although they get no answer.
  for (const item of mail)
    for (const event of mailboxItemToEvents(changed, item)) numberAndApplyEvent(event);
  if (!changed.cancelRequested) numberAndApplyEvent({ type: 'cancel.requested' });
  const decision = decide(changed);
  if (decision.do === 'finish') {
    const { state, reason } = decision;
    numberAndApplyEvent({ type: 'task.finished', state, reason });
  }
  return { task: changed, events };
}

function createAlreadyEndedError({ task }: StoredTask): StoreAdminError {
  const message = `task ${task.id} has ended already (${task.state}): there is nothing to cancel`;
  return new StoreAdminError('task-ended', message);
}
