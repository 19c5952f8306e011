import type { EndedPage, EndedPosition, TraceClaim, TraceStore } from '../port/index.ts';
import { firstOf, rowsOf, type SqlDatabase, type Transaction } from './statement.ts';

/**
 * Keeps beside the tasks how far their spans were exported, for all processes that have the database open.
 * Rejects as the database does; nothing has changed then.
 */
export function createSqlTraceStore(database: SqlDatabase): TraceStore {
  return {
    async claim(claims) {
      if (claims.length === 0) return [];
      return database.write(() => claimAll(claims));
    },
    ended: (after, limit) => database.read(() => endedAfter(after, limit)),
    lookedUntil: () =>
      database.read(function* looked() {
        const row = yield* firstOf('SELECT looked_until FROM trace_look WHERE id = 1');
        return row && Number(row['looked_until']);
      }),
    noteLook: (until) =>
      database.write(function* note() {
        yield* rowsOf(
          `INSERT INTO trace_look (id, looked_until) VALUES (1, ?)
           ON CONFLICT (id) DO UPDATE SET looked_until = excluded.looked_until
           WHERE trace_look.looked_until < excluded.looked_until`,
          until,
        );
      }),
  };
}

function* claimAll(claims: readonly TraceClaim[]): Transaction<readonly number[]> {
  const before = new Map<TraceClaim, number>();
  // In one order, so that two processes do not wait for each other's rows.
  for (const claim of claims.toSorted(byTask)) before.set(claim, yield* claimOne(claim));
  return claims.map((claim) => before.get(claim) ?? claim.generation);
}

function* claimOne({ taskId, generation }: TraceClaim): Transaction<number> {
  yield* rowsOf(
    `INSERT INTO trace_claim (task_id, generation) SELECT id, 0 FROM task WHERE id = ?
     ON CONFLICT (task_id) DO NOTHING`,
    taskId,
  );
  // Locks the row, so that what it says is true until the end of the transaction.
  const [row] = yield* rowsOf(
    'UPDATE trace_claim SET generation = generation WHERE task_id = ? RETURNING generation',
    taskId,
  );
  if (!row) return generation;
  yield* rowsOf(
    'UPDATE trace_claim SET generation = ? WHERE task_id = ? AND generation < ?',
    generation,
    taskId,
    generation,
  );
  return Number(row['generation']);
}

function* endedAfter({ updatedAt, id }: EndedPosition, limit: number): Transaction<EndedPage> {
  const rows = yield* rowsOf(
    `SELECT id, updated_at, generation,
       coalesce((SELECT generation FROM trace_claim WHERE task_id = task.id), 0) AS claimed
     FROM task WHERE ended = 1 AND (updated_at, id) > (?, ?) ORDER BY updated_at, id LIMIT ?`,
    updatedAt,
    id,
    limit,
  );
  const unclaimed = rows.filter((row) => Number(row['claimed']) < Number(row['generation']));
  const last = rows.length < limit ? undefined : rows.at(-1);
  return {
    unclaimed: unclaimed.map((row) => String(row['id'])),
    ...(last && { next: { updatedAt: Number(last['updated_at']), id: String(last['id']) } }),
  };
}

function byTask({ taskId: one }: TraceClaim, { taskId: other }: TraceClaim): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
