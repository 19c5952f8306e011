import type { Delta } from '@timestep-ai/timestep/port';
import { queryRows, type Transaction } from '@timestep-ai/timestep/store';

/**
 * Output of a running step. `position` is its number within the attempt of the step; `after` is the
 * number of task events before it.
 */
export interface StoredDelta {
  readonly step: number;
  readonly attempt: number;
  readonly position: number;
  readonly after: number;
  readonly delta: Delta;
}

export function* insertDeltas(taskId: string, deltas: readonly StoredDelta[]): Transaction<void> {
  for (const { step, attempt, position, after, delta } of deltas) {
    yield* queryRows(
      `INSERT INTO delta (task_id, step, attempt, position, after, body) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
      taskId,
      step,
      attempt,
      position,
      after,
      JSON.stringify(delta),
    );
  }
}

/** Lists the output after a position, in order. */
export function* listDeltasAfter(
  taskId: string,
  from: { readonly step: number; readonly attempt: number; readonly position: number },
): Transaction<readonly StoredDelta[]> {
  const rows = yield* queryRows(
    `SELECT step, attempt, position, after, body FROM delta
     WHERE task_id = ? AND (step > ? OR (step = ? AND (attempt > ? OR (attempt = ? AND position > ?))))
     ORDER BY step, attempt, position LIMIT 1000`,
    taskId,
    from.step,
    from.step,
    from.attempt,
    from.attempt,
    from.position,
  );
  return rows.map((row) => ({
    step: Number(row['step']),
    attempt: Number(row['attempt']),
    position: Number(row['position']),
    after: Number(row['after']),
    delta: JSON.parse(String(row['body'])) as Delta,
  }));
}
