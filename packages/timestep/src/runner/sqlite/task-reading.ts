import type { DatabaseSync } from 'node:sqlite';
import { apply, type NumberedEvent, type Task } from '../../core/index.ts';
import type { ContentTable } from './content-table.ts';
import type { Claim } from './task-claims.ts';
import { eventFrom, taskFromSnapshot } from './written-task.ts';

/** A task as it is stored. */
export interface StoredTask extends Claim {
  readonly task: Task;
}

/** Reads tasks back from their logs. */
export interface TaskReading {
  load(taskId: string): StoredTask | undefined;
  events(taskId: string, after: number, limit: number): NumberedEvent[];
}

export function createTaskReading(database: DatabaseSync, contents: ContentTable): TaskReading {
  const selectTask = database.prepare(
    `SELECT owner, epoch, (SELECT body FROM snapshot WHERE task_id = id) AS snapshot
     FROM task WHERE id = ?`,
  );
  const selectEvents = database.prepare(
    'SELECT body FROM event WHERE task_id = ? AND generation > ? ORDER BY generation LIMIT ?',
  );

  function events(taskId: string, after: number, limit: number): NumberedEvent[] {
    return selectEvents
      .all(taskId, after, limit)
      .map((row) => eventFrom(String(row['body']), contents));
  }

  return {
    load(taskId) {
      const row = selectTask.get(taskId);
      if (!row) return undefined;
      const snapshot = row['snapshot'];
      let task: Task | undefined;
      if (typeof snapshot === 'string') task = taskFromSnapshot(snapshot, contents);
      for (const event of events(taskId, task?.generation ?? 0, -1)) task = apply(task, event);
      return task && { task, owner: String(row['owner']), epoch: Number(row['epoch']) };
    },
    events,
  };
}
