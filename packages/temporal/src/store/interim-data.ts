import type { Delta } from '@timestep-ai/timestep/port';
import { execute, queryFirst, queryRows, type Transaction } from '@timestep-ai/timestep/store';
import type { StoredContent } from '../task/outline.ts';

/** Stores the texts that an event outline omits, until the log has the event. An existing value is kept. */
export function* storeContentIfMissing(
  taskId: string,
  name: string,
  content: StoredContent,
): Transaction<void> {
  yield* execute(
    `INSERT INTO content (task_id, name, body) VALUES (:taskId, :name, :body)
     ON CONFLICT DO NOTHING`,
    { taskId, name, body: JSON.stringify(content) },
  );
}

export function* readStoredContent(
  taskId: string,
  name: string,
): Transaction<StoredContent | undefined> {
  const sql = 'SELECT body FROM content WHERE task_id = :taskId AND name = :name';
  const row = yield* queryFirst(sql, { taskId, name });
  return row && (JSON.parse(String(row['body'])) as StoredContent);
}

export function* deleteContent(taskId: string, name: string): Transaction<void> {
  yield* execute('DELETE FROM content WHERE task_id = :taskId AND name = :name', { taskId, name });
}

export interface DeltaPosition {
  readonly step: number;
  readonly attempt: number;
  /** Position of a piece of partial output within an attempt of a step. */
  readonly position: number;
}

export interface StoredDelta extends DeltaPosition {
  /** Number of task events before this piece of partial output. */
  readonly after: number;
  readonly delta: Delta;
}

export function* insertDeltas(taskId: string, deltas: readonly StoredDelta[]): Transaction<void> {
  for (const { delta, step, attempt, position, after } of deltas) {
    yield* execute(
      `INSERT INTO delta (task_id, step, attempt, position, after, body)
       VALUES (:taskId, :step, :attempt, :position, :after, :body) ON CONFLICT DO NOTHING`,
      { taskId, step, attempt, position, after, body: JSON.stringify(delta) },
    );
  }
}

export function* listDeltasAfter(
  taskId: string,
  { step, attempt, position }: DeltaPosition,
): Transaction<readonly StoredDelta[]> {
  const rows = yield* queryRows(
    `SELECT step, attempt, position, after, body FROM delta
     WHERE task_id = :taskId AND (step, attempt, position) > (:step, :attempt, :position)
     ORDER BY step, attempt, position LIMIT 1000`,
    { taskId, step, attempt, position },
  );
  return rows.map((row) => ({
    step: Number(row['step']),
    attempt: Number(row['attempt']),
    position: Number(row['position']),
    after: Number(row['after']),
    delta: JSON.parse(String(row['body'])) as Delta,
  }));
}

export function* deleteDeltas(taskId: string, step: number): Transaction<void> {
  yield* execute('DELETE FROM delta WHERE task_id = :taskId AND step = :step', { taskId, step });
}
