import type { DatabaseSync } from 'node:sqlite';
import { hasTaskEnded, isSettled, isWaitingOnlyForTasks } from '#core';
import {
  addCallToHour,
  createTransactionRunner,
  execute,
  FencedError,
  getTaskFigures,
  INSERT_EVENT,
  insertTask,
  storeBlobs,
  replaceNamedPlaceholders,
  taskToRow,
  type RunTransaction,
} from '#engine/store';
import { hasMail } from '../messages/mail-table.ts';
import { markWaitsDue, replaceWaits } from '../waits/wait-table.ts';
import type { TaskWrite } from './task-write.ts';

/** SQL condition for a task that this process still owns and has written last. */
const AS_OWNED = 'id = :id AND owner = :owner AND epoch = :epoch AND generation = :before';

const IN_SAME_STATE = 'state = :state AND suspended = :suspended AND ended = :ended';

/** Statement for events that do not change the state, as most do. It writes no index. */
const UPDATE_GENERATION = `UPDATE task SET generation = :generation
  WHERE ${AS_OWNED} AND ${IN_SAME_STATE}`;

/**
 * SQL statement for events that do not change the state, if the time shown in task lists is too old. It
 * writes the indexes of those lists.
 */
const UPDATE_TIME = `UPDATE task SET generation = :generation, updated_at = :updatedAt
  WHERE ${AS_OWNED} AND ${IN_SAME_STATE}`;

const UPDATE_STATE = `UPDATE task SET state = :state, suspended = :suspended, ended = :ended,
  tokens = :tokens, cost_usd = :costUsd, took_ms = :tookMs, updated_at = :updatedAt, generation = :generation WHERE ${AS_OWNED}`;

const STORE_SNAPSHOT = `INSERT INTO snapshot (body, task_id) VALUES (:body, :id)
  ON CONFLICT (task_id) DO UPDATE SET body = excluded.body`;

/** Executes the statements of writes. Writes must run in a transaction. */
export interface TaskWriter {
  readonly run: RunTransaction;
  readonly insertEvent: (taskId: string, generation: number, body: string) => void;
  /**
   * Stores an event that leaves the task's state unchanged, and updates the time of its last change if
   * `keepsTime` is false. Returns false if the state differs or the process does not own the task.
   */
  readonly updateProgress: (values: ProgressValues, keepsTime: boolean) => boolean;
}

interface ProgressValues {
  readonly id: string;
  readonly owner: string;
  readonly epoch: number;
  readonly before: number;
  readonly state: string;
  readonly updatedAt: number;
  readonly generation: number;
  readonly suspended: number;
  readonly ended: number;
}

/**
 * Prepares the statements. The two that each event needs bind their values by position, which
 * takes less time than a transaction with named values.
 */
export function createTaskWriter(database: DatabaseSync): TaskWriter {
  const insert = database.prepare(replaceNamedPlaceholders(INSERT_EVENT).text);
  const updateGeneration = database.prepare(replaceNamedPlaceholders(UPDATE_GENERATION).text);
  const updateTime = database.prepare(replaceNamedPlaceholders(UPDATE_TIME).text);
  return {
    run: createTransactionRunner(database),
    insertEvent: (taskId, generation, body) => void insert.run(taskId, generation, body),
    updateProgress(values, keepsTime) {
      const { id, owner, epoch, before, updatedAt, generation, state, suspended, ended } = values;
      const row = [id, owner, epoch, before, state, suspended, ended] as const;
      const { changes } = keepsTime
        ? updateGeneration.run(generation, ...row)
        : updateTime.run(generation, updatedAt, ...row);
      return Number(changes) > 0;
    },
  };
}

/** Stores a new task that a process owns. Must run in a transaction. */
export function insertNewTask(writer: TaskWriter, written: TaskWrite, owner: string): void {
  const { task, call } = written;
  writer.run(
    insertTask({
      ...taskToRow(task),
      hasEnded: hasTaskEnded(task),
      owner,
      figures: getTaskFigures(task),
    }),
  );
  if (call) writer.run(addCallToHour(call));
  writeEvents(writer, written);
}

/**
 * Appends events. Returns whether calls that wait for this task may have their result now. Throws
 * `FencedError` if another process has taken over the task.
 */
export function appendWriteAndCheckWaits(
  writer: TaskWriter,
  written: TaskWrite,
  owner: string,
  epoch: number,
): boolean {
  const { task, waits } = written;
  const { id, state, end, updatedAt, generation } = task;
  const { run } = writer;
  const isWaiting = isWaitingOnlyForTasks(task);
  if (end && run(hasMail(id))) {
    throw new FencedError(
      'mail-pending',
      `task ${id} cannot end yet, because it has unread messages`,
    );
  }
  const before = generation - written.events.length;
  const [suspended, ended] = [isWaiting ? 1 : 0, end ? 1 : 0];
  const values = { id, owner, epoch, before, state, updatedAt, generation, suspended, ended };
  if (
    !writer.updateProgress(values, written.keepsTime) &&
    !run(execute(UPDATE_STATE, { ...values, ...getTaskFigures(task) }))
  ) {
    throw new FencedError('fenced', `task ${id} has been taken over by another process`);
  }
  writeEvents(writer, written);
  if (waits) run(replaceWaits(task, waits));
  const isAwaited = isSettled(task) && run(markWaitsDue(id));
  return isAwaited || isWaiting || (waits !== undefined && waits.length > 0);
}

function writeEvents(
  { run, insertEvent }: TaskWriter,
  { task, events, snapshot }: TaskWrite,
): void {
  const { id } = task;
  for (const { generation, content } of events) {
    insertEvent(id, generation, content.text);
    if (content.uses.length > 0) run(storeBlobs(id, content));
  }
  if (!snapshot) return;
  run(execute(STORE_SNAPSHOT, { body: snapshot.text, id }));
  run(storeBlobs(id, snapshot));
}
