import {
  decideAcceptance,
  hasTaskEnded,
  isInputRequired,
  isWaitingOnlyForTasks,
  listCallsAwaitingTask,
  type Submission,
  type Task,
  applyMailboxItems,
} from '#core';
import type { InterruptedCall, OwnerStatus, ResumeAnswer, ResumedTask } from '#engine/port';
import { runInTransaction } from '#engine/store';
import { createMailTable } from '../sqlite/messages/mail-table.ts';
import { NO_OWNER } from '../sqlite/ownership/ownership.ts';
import { createTaskTable, type StoredTask } from '../sqlite/tasks/task-table.ts';
import { getOwnerStatus } from './owner-locks.ts';
import { StoreAdminError } from './store-admin-error.ts';
import type { StoreFile } from './store-file.ts';
import { createStoredTaskNotFoundError } from './stored-tasks.ts';

/** Releases a task of a dead or silent process, or sends the task an answer. Throws `StoreAdminError`. */
export function resumeStoredTask(
  store: StoreFile,
  taskId: string,
  now: number,
  answer?: ResumeAnswer,
): ResumedTask {
  const table = createTaskTable(store.database);
  return runInTransaction(store.database, () => {
    const stored = table.load(taskId);
    if (!stored) throw createStoredTaskNotFoundError(taskId, store.path);
    const { task, owner } = stored;
    if (hasTaskEnded(task)) {
      const message = `task ${taskId} has ended already (${task.state}): there is nothing to resume`;
      throw new StoreAdminError('task-ended', message);
    }
    const life = readOwnerStatus(store, owner, now);
    const isWorking = !isInputRequired(task) && !isWaitingOnlyForTasks(task);
    const isReleased = isWorking && life !== 'alive';
    if (!answer && !isReleased) throw createNothingToResumeError(stored);
    if (isReleased) table.claim(taskId, stored, NO_OWNER);
    if (answer) putAnswerInMailbox(store, task, answer);
    const interruptedCalls = isReleased ? listInterruptedCalls(task) : [];
    return { task, owner, ownerStatus: life, isReleased, interruptedCalls, continuesIn: 'server' };
  });
}

function readOwnerStatus({ database, path }: StoreFile, owner: string, now: number): OwnerStatus {
  const row = database.prepare('SELECT lease_until FROM owner WHERE id = ?').get(owner);
  return row ? getOwnerStatus(path, owner, Number(row['lease_until']), now) : 'gone';
}

function createNothingToResumeError({ task, owner }: StoredTask): StoreAdminError {
  if (isInputRequired(task)) {
    const message = `task ${task.id} waits for an answer: give one (run timestep tasks show ${task.id} to see the question)`;
    return new StoreAdminError('task-waits', message);
  }
  if (isWaitingOnlyForTasks(task)) {
    const ids = listCallsAwaitingTask(task).map(({ awaits }) => awaits?.task_id);
    const message = `task ${task.id} waits for ${ids.join(', ')}: resume that task, or cancel this task with timestep tasks cancel`;
    return new StoreAdminError('task-waits', message);
  }
  const message = `process ${owner} is running task ${task.id} and is alive: wait for it, stop that process, or cancel the task with timestep tasks cancel`;
  return new StoreAdminError('task-at-work', message);
}

function putAnswerInMailbox({ database }: StoreFile, task: Task, answer: ResumeAnswer): void {
  const mail = createMailTable(database);
  const { agent, principal } = task.origin;
  const submission: Submission = { agent, principal, taskId: task.id, ...answer };
  const before = mail.listPending(task.id, 0).map((pending) => pending.mail);
  const acceptance = decideAcceptance(applyMailboxItems(task, before), submission);
  if (!acceptance.accepted) {
    throw new StoreAdminError(
      'not-accepted',
      `the answer was not accepted, and nothing was changed: ${acceptance.refusal.message}`,
    );
  }
  mail.put(task.id, { kind: 'submission', submission });
}

function listInterruptedCalls(task: Task): InterruptedCall[] {
  const model: InterruptedCall[] = task.model === 'running' ? [{ what: 'model' }] : [];
  const tools = task.calls
    .filter(({ status }) => status === 'running')
    .map(({ call, replay = 'never' }): InterruptedCall => {
      return { what: 'tool', name: call.function.name, replay };
    });
  return [...model, ...tools];
}
