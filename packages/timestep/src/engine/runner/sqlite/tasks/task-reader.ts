import type { DatabaseSync } from 'node:sqlite';
import { apply, type NumberedEvent, type Task } from '../../../../core/index.ts';
import type { ContentTable } from './content-table.ts';
import type { Claim } from '../ownership/task-claims.ts';
import { decodeEvent, decodeSnapshot } from './task-write.ts';

/** A stored task with its claim. */
export interface StoredTask extends Claim {
  readonly task: Task;
}

/** Reads stored tasks from their snapshots and logs. */
export interface TaskReader {
  load(taskId: string): StoredTask | undefined;
  events(taskId: string, after: number, limit: number): NumberedEvent[];
}

export function createTaskReader(database: DatabaseSync, contents: ContentTable): TaskReader {
  const selectTask = database.prepare(
    `SELECT owner, epoch, (SELECT body FROM snapshot WHERE task_id = id) AS snapshot
     FROM task WHERE id = ?`,
  );
  const selectEvents = database.prepare(
    'SELECT body FROM event WHERE task_id = ? AND generation > ? ORDER BY generation LIMIT ?',
  );

  function readEvents(taskId: string, after: number, limit: number): NumberedEvent[] {
    return selectEvents
      .all(taskId, after, limit)
      .map((row) => decodeEvent(String(row['body']), contents));
  }

  return {
    load(taskId) {
      const row = selectTask.get(taskId);
      if (!row) return undefined;
      const snapshot = row['snapshot'];
      let task: Task | undefined;
      if (typeof snapshot === 'string') task = decodeSnapshot(snapshot, contents);
      for (const event of readEvents(taskId, task?.generation ?? 0, -1)) task = apply(task, event);
      return task && { task, owner: String(row['owner']), epoch: Number(row['epoch']) };
    },
    events: readEvents,
  };
}
