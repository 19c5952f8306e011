import type { DatabaseSync } from 'node:sqlite';
import { apply, type NumberedEvent, type Task } from '../../core/index.ts';
import { createContentTable } from './content-table.ts';
import { FencedError } from './store-error.ts';
import { eventFrom, taskFromSnapshot, type WrittenTask } from './written-task.ts';

/** By which owner, and in which of its ownerships, a task may be written. */
interface Claim {
  readonly owner: string;
  readonly epoch: number;
}

/** A task as it is stored. */
export interface StoredTask extends Claim {
  readonly task: Task;
}

/** Tasks and their logs. Writes belong into a transaction. */
export interface TaskTable {
  insert(written: WrittenTask, owner: string): void;
  /**
   * Appends to a log; throws `FencedError`, having written nothing, when the task belongs to another
   * claim, the events do not follow those on disk, or the task would end with mail not taken.
   */
  append(written: WrittenTask, owner: string, epoch: number): void;
  load(taskId: string): StoredTask | undefined;
  /** What changes about a task from outside, without the cost of loading it. */
  status(taskId: string): TaskStatus | undefined;
  events(taskId: string, after: number, limit: number): NumberedEvent[];
  /** Takes a task over from its owner as it was read; false when somebody else was faster. */
  claim(taskId: string, from: Claim, owner: string): boolean;
  /** Whether an owner has anything under way. */
  hasWork(owner: string): boolean;
  /** What an owner has under way, but for mail. */
  underWay(owner: string): string[];
  /** Takes over what an owner had under way for these agents, at once; returns the tasks' ids. */
  takeOver(from: string, owner: string, agents: readonly string[]): string[];
}

interface TaskStatus extends Claim {
  readonly hasEnded: boolean;
  /** Neither ended nor waiting for a client. */
  readonly isWorking: boolean;
  /** The same, or with mail that it has not taken. */
  readonly isUnderWay: boolean;
  readonly generation: number;
}

export function createTaskTable(database: DatabaseSync): TaskTable {
  const contents = createContentTable(database);
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
  const selectStatus = database.prepare(
    `SELECT owner, epoch, state, ended, generation,
       EXISTS (SELECT 1 FROM mail WHERE task_id = task.id) AS has_mail FROM task WHERE id = ?`,
  );
  const hasMail = database.prepare('SELECT 1 FROM mail WHERE task_id = ? LIMIT 1');
  const selectEvents = database.prepare(
    'SELECT body FROM event WHERE task_id = ? AND generation > ? ORDER BY generation LIMIT ?',
  );
  const claimTask = database.prepare(
    'UPDATE task SET owner = ?, epoch = epoch + 1 WHERE id = ? AND owner = ? AND epoch = ?',
  );
  const selectWork = database.prepare(
    "SELECT 1 FROM task WHERE owner = ? AND ended = 0 AND state <> 'input-required' LIMIT 1",
  );
  const selectUnderWay = database.prepare(
    "SELECT id FROM task WHERE owner = ? AND ended = 0 AND state <> 'input-required'",
  );
  // Two statements, because each has an index of its own.
  const [takeOverWorking, takeOverWithMail] = [
    "state <> 'input-required'",
    'id IN (SELECT task_id FROM mail)',
  ].map((which) =>
    database.prepare(
      `UPDATE task SET owner = ?, epoch = epoch + 1
       WHERE owner = ? AND ended = 0 AND ${which} AND agent IN (SELECT value FROM json_each(?))
       RETURNING id`,
    ),
  );

  function events(taskId: string, after: number, limit: number): NumberedEvent[] {
    return selectEvents
      .all(taskId, after, limit)
      .map((row) => eventFrom(String(row['body']), contents.bodyOf));
  }

  function write({ task, events: added, snapshot }: WrittenTask): void {
    for (const { generation, content } of added) {
      insertEvent.run(task.id, generation, content.text);
      contents.keep(task.id, content);
    }
    if (!snapshot) return;
    updateSnapshot.run(snapshot.text, task.id);
    contents.keep(task.id, snapshot);
  }

  return {
    insert(written, owner) {
      const { task } = written;
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
      write(written);
    },
    append(written, owner, epoch) {
      const { id, state, end, updatedAt, generation } = written.task;
      if (end && hasMail.get(id)) {
        throw new FencedError('mail-pending', `task ${id} has mail and cannot end yet`);
      }
      const before = generation - written.events.length;
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
      write(written);
    },
    load(taskId) {
      const row = selectTask.get(taskId);
      if (!row) return undefined;
      const snapshot = row['snapshot'];
      let task: Task | undefined;
      if (typeof snapshot === 'string') task = taskFromSnapshot(snapshot, contents.bodyOf);
      for (const event of events(taskId, task?.generation ?? 0, -1)) task = apply(task, event);
      return task && { task, owner: String(row['owner']), epoch: Number(row['epoch']) };
    },
    status(taskId) {
      const row = selectStatus.get(taskId);
      if (!row) return undefined;
      const hasEnded = row['ended'] === 1;
      const isWorking = !hasEnded && row['state'] !== 'input-required';
      return {
        owner: String(row['owner']),
        epoch: Number(row['epoch']),
        generation: Number(row['generation']),
        hasEnded,
        isWorking,
        isUnderWay: isWorking || (!hasEnded && row['has_mail'] === 1),
      };
    },
    events,
    claim: (taskId, from, owner) =>
      claimTask.run(owner, taskId, from.owner, from.epoch).changes === 1,
    hasWork: (owner) => selectWork.get(owner) !== undefined,
    underWay: (owner) => selectUnderWay.all(owner).map((row) => String(row['id'])),
    takeOver: (from, owner, agents) =>
      [takeOverWorking, takeOverWithMail]
        .flatMap((statement) => statement?.all(owner, from, JSON.stringify(agents)) ?? [])
        .map((row) => String(row['id'])),
  };
}
