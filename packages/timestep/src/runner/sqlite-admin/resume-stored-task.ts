import {
  accept,
  isFinal,
  isInterrupted,
  isSuspended,
  callsAwaitingTask,
  type Submission,
  type Task,
  withMail,
} from '../../core/index.ts';
import type { CutOffCall, OwnerLife, ResumeAnswer, Resumed } from '../../port/index.ts';
import { createMailTable } from '../sqlite/mail-table.ts';
import { NOBODY } from '../sqlite/ownership.ts';
import type { StoredTask } from '../sqlite/task-reading.ts';
import { createTaskTable } from '../sqlite/task-table.ts';
import { ownerLife } from './owner-locks.ts';
import { StoreAdminError } from './store-admin-error.ts';
import { transaction, type StoreFile } from './store-file.ts';
import { noSuchTask } from './stored-tasks.ts';

/**
 * Makes a task continue: frees it from an owner that is gone or gives no sign of life, and leaves a
 * person's answer for it. A server for its agent does the rest. Throws `StoreAdminError` where
 * there is nothing to resume.
 */
export function resumeStoredTask(
  store: StoreFile,
  taskId: string,
  now: number,
  answer?: ResumeAnswer,
): Resumed {
  const table = createTaskTable(store.database);
  return transaction(store, () => {
    const stored = table.load(taskId);
    if (!stored) throw noSuchTask(taskId, store.path);
    const { task, owner } = stored;
    if (isFinal(task)) {
      const message = `task ${taskId} has ended already (${task.state}): there is nothing to resume`;
      throw new StoreAdminError('task-ended', message);
    }
    const life = lifeOf(store, owner, now);
    const isWorking = !isInterrupted(task) && !isSuspended(task);
    const isFreed = isWorking && life !== 'alive';
    if (!answer && !isFreed) throw nothingToDo(stored);
    if (isFreed) table.claim(taskId, stored, NOBODY);
    if (answer) leave(store, task, answer);
    const cutOff = isFreed ? cutOffIn(task) : [];
    return { task, owner, ownerLife: life, isFreed, cutOff, goesOnIn: 'server' };
  });
}

function lifeOf({ database, path }: StoreFile, owner: string, now: number): OwnerLife {
  const row = database.prepare('SELECT lease_until FROM owner WHERE id = ?').get(owner);
  return row ? ownerLife(path, owner, Number(row['lease_until']), now) : 'gone';
}

function nothingToDo({ task, owner }: StoredTask): StoreAdminError {
  if (isInterrupted(task)) {
    const message = `task ${task.id} waits for an answer: give one (timestep tasks show ${task.id} says what for)`;
    return new StoreAdminError('task-waits', message);
  }
  if (isSuspended(task)) {
    const ids = callsAwaitingTask(task).map(({ awaits }) => awaits?.task_id);
    const message = `task ${task.id} waits for ${ids.join(', ')}: resume that, or end it with timestep tasks cancel`;
    return new StoreAdminError('task-waits', message);
  }
  const message = `process ${owner} is at work on task ${task.id} and gives signs of life: wait for it, end that process, or end the task with timestep tasks cancel`;
  return new StoreAdminError('task-at-work', message);
}

/** Puts an answer into the task's mail, which the process that drives the task takes in. */
function leave({ database }: StoreFile, task: Task, answer: ResumeAnswer): void {
  const mail = createMailTable(database);
  const { agent, principal } = task.origin;
  const submission: Submission = { agent, principal, taskId: task.id, ...answer };
  const before = mail.pending(task.id, 0).map((pending) => pending.mail);
  const acceptance = accept(withMail(task, before), submission);
  if (!acceptance.accepted) {
    throw new StoreAdminError('not-accepted', `${acceptance.refusal.message}: nothing was changed`);
  }
  mail.put(task.id, { kind: 'submission', submission });
}

function cutOffIn(task: Task): CutOffCall[] {
  const model: CutOffCall[] = task.model === 'running' ? [{ what: 'model' }] : [];
  const tools = task.calls
    .filter(({ status }) => status === 'running')
    .map(({ call, replay = 'never' }): CutOffCall => {
      return { what: 'tool', name: call.function.name, replay };
    });
  return [...model, ...tools];
}
