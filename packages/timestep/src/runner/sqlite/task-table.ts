import type { DatabaseSync } from 'node:sqlite';
import {
  apply,
  snapshotOf,
  taskFrom,
  type NumberedEvent,
  type Task,
  type TaskSnapshot,
} from '../../core/index.ts';
import { FencedError } from './store-error.ts';

/** By which owner, and in which of its ownerships, a task may be written. */
interface Claim {
  readonly owner: string;
  readonly epoch: number;
}

/** A task as it is stored. */
export interface StoredTask extends Claim {
  readonly task: Task;
}

/** Shorter logs are read whole. */
const FIRST_SNAPSHOT = 200;
/**
 * A snapshot is written when the log has grown by a quarter since the last: so all of a task's
 * snapshots together cost a fixed amount per event, and loading reads a fifth of the log at most.
 */
const GROWTH = 1.25;

/** How many snapshots a log of that length has had. */
function snapshotsBy(generation: number): number {
  if (generation < FIRST_SNAPSHOT) return 0;
  return 1 + Math.floor(Math.log(generation / FIRST_SNAPSHOT) / Math.log(GROWTH));
}

/** Tasks and their logs. Writes belong into a transaction. */
export interface TaskTable {
  insert(task: Task, events: readonly NumberedEvent[], owner: string): void;
  /**
   * Appends to a log; throws `FencedError`, having written nothing, when the task belongs to another
   * claim or the events do not follow those on disk.
   */
  append(task: Task, events: readonly NumberedEvent[], owner: string, epoch: number): void;
  load(taskId: string): StoredTask | undefined;
  /** What changes about a task from outside, without the cost of loading it. */
  status(taskId: string): TaskStatus | undefined;
  events(taskId: string, after: number, limit: number): NumberedEvent[];
  /** Takes a task over from its owner as it was read; false when somebody else was faster. */
  claim(taskId: string, from: Claim, owner: string): boolean;
  /** Takes over what an owner had under way for these agents, at once; returns the tasks' ids. */
  takeOver(from: string, owner: string, agents: readonly string[]): string[];
}

interface TaskStatus extends Claim {
  readonly hasEnded: boolean;
  /** Neither ended nor waiting for a client. */
  readonly isUnderWay: boolean;
}

export function createTaskTable(database: DatabaseSync): TaskTable {
  const insertTask = database.prepare(
    `INSERT INTO task (id, principal, agent, context_id, state, ended, created_at, updated_at, generation, owner, epoch)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`,
  );
  const insertEvent = database.prepare(
    'INSERT INTO event (task_id, generation, body) VALUES (?, ?, ?)',
  );
  const updateTask = database.prepare(
    `UPDATE task SET state = ?, ended = ?, updated_at = ?, generation = ?
     WHERE id = ? AND owner = ? AND epoch = ? AND generation = ?`,
  );
  const updateSnapshot = database.prepare(
    `INSERT INTO snapshot (body, task_id) VALUES (?, ?)
     ON CONFLICT (task_id) DO UPDATE SET body = excluded.body`,
  );
  const selectTask = database.prepare(
    `SELECT owner, epoch, (SELECT body FROM snapshot WHERE task_id = id) AS snapshot
     FROM task WHERE id = ?`,
  );
  const selectStatus = database.prepare('SELECT owner, epoch, state, ended FROM task WHERE id = ?');
  const selectEvents = database.prepare(
    'SELECT body FROM event WHERE task_id = ? AND generation > ? ORDER BY generation LIMIT ?',
  );
  const claimTask = database.prepare(
    'UPDATE task SET owner = ?, epoch = epoch + 1 WHERE id = ? AND owner = ? AND epoch = ?',
  );
  const takeOver = database.prepare(
    `UPDATE task SET owner = ?, epoch = epoch + 1
     WHERE owner = ? AND ended = 0 AND state <> 'input-required'
       AND agent IN (SELECT value FROM json_each(?))
     RETURNING id`,
  );

  function events(taskId: string, after: number, limit: number): NumberedEvent[] {
    return selectEvents
      .all(taskId, after, limit)
      .map((row) => JSON.parse(String(row['body'])) as NumberedEvent);
  }

  function write(task: Task, added: readonly NumberedEvent[]): void {
    for (const event of added) insertEvent.run(task.id, event.generation, JSON.stringify(event));
    const first = added[0]?.generation ?? task.generation;
    const isDue = snapshotsBy(task.generation) > snapshotsBy(first - 1);
    if (isDue) updateSnapshot.run(JSON.stringify(snapshotOf(task)), task.id);
  }

  return {
    insert(task, added, owner) {
      const { origin } = task;
      insertTask.run(
        task.id,
        origin.principal,
        origin.agent,
        task.contextId,
        task.state,
        task.end ? 1 : 0,
        task.createdAt,
        task.updatedAt,
        task.generation,
        owner,
      );
      write(task, added);
    },
    append(task, added, owner, epoch) {
      const { id, state, end, updatedAt, generation } = task;
      const before = generation - added.length;
      const { changes } = updateTask.run(
        state,
        end ? 1 : 0,
        updatedAt,
        generation,
        id,
        owner,
        epoch,
        before,
      );
      if (changes !== 1) {
        throw new FencedError('fenced', `task ${id} has been taken over by another process`);
      }
      write(task, added);
    },
    load(taskId) {
      const row = selectTask.get(taskId);
      if (!row) return undefined;
      const snapshot = row['snapshot'];
      let task: Task | undefined;
      if (typeof snapshot === 'string') task = taskFrom(JSON.parse(snapshot) as TaskSnapshot);
      for (const event of events(taskId, task?.generation ?? 0, -1)) task = apply(task, event);
      return task && { task, owner: String(row['owner']), epoch: Number(row['epoch']) };
    },
    status(taskId) {
      const row = selectStatus.get(taskId);
      if (!row) return undefined;
      const hasEnded = row['ended'] === 1;
      const isUnderWay = !hasEnded && row['state'] !== 'input-required';
      const claim = { owner: String(row['owner']), epoch: Number(row['epoch']) };
      return { ...claim, hasEnded, isUnderWay };
    },
    events,
    claim: (taskId, from, owner) =>
      claimTask.run(owner, taskId, from.owner, from.epoch).changes === 1,
    takeOver: (from, owner, agents) =>
      takeOver.all(owner, from, JSON.stringify(agents)).map((row) => String(row['id'])),
  };
}
