import type { EndedPage, EndedPosition, TraceClaim, TraceStore } from '#engine/port';
import { createSqlOpenSpans } from './sql-open-spans.ts';
import {
  execute,
  queryFirst,
  queryRows,
  type SqlDatabase,
  type Transaction,
} from '../statement.ts';

/** Creates a trace store in the database of the tasks. Rejects with the database's error. */
export function createSqlTraceStore(database: SqlDatabase): TraceStore {
  return {
    async claim(claims) {
      if (claims.length === 0) return [];
      return database.write(() => raiseTraceClaimsAndGetPrevious(claims));
    },
    listEnded: (after, limit) => database.read(() => listUnclaimedEndedTasks(after, limit)),
    getScanTime: () =>
      database.read(function* readScanTime() {
        const row = yield* queryFirst('SELECT looked_until FROM trace_look WHERE id = 1');
        return row && Number(row['looked_until']);
      }),
    saveScanTime: (until) =>
      database.write(function* saveScanTime() {
        yield* execute(
          `INSERT INTO trace_look (id, looked_until) VALUES (1, :until)
           ON CONFLICT (id) DO UPDATE SET looked_until = excluded.looked_until
           WHERE trace_look.looked_until < excluded.looked_until`,
          { until },
        );
      }),
    openSpans: createSqlOpenSpans(database),
  };
}

function* raiseTraceClaimsAndGetPrevious(
  claims: readonly TraceClaim[],
): Transaction<readonly number[]> {
  const before = new Map<TraceClaim, number>();
  // Rows are updated in a fixed order, so that two processes cannot deadlock.
  for (const claim of claims.toSorted((a, b) => (a.taskId < b.taskId ? -1 : 1)))
    before.set(claim, yield* raiseTraceClaim(claim));
  return claims.map((claim) => before.get(claim) ?? claim.generation);
}

function* raiseTraceClaim({ taskId, generation }: TraceClaim): Transaction<number> {
  yield* execute(
    `INSERT INTO trace_claim (task_id, generation) SELECT id, 0 FROM task WHERE id = :taskId
     ON CONFLICT (task_id) DO NOTHING`,
    { taskId },
  );
  // Changes nothing, but locks the row until the transaction ends.
  const [row] = yield* queryRows(
    `UPDATE trace_claim SET generation = generation WHERE task_id = :taskId RETURNING generation`,
    { taskId },
  );
  if (!row) return generation;
  yield* execute(
    `UPDATE trace_claim SET generation = :generation
     WHERE task_id = :taskId AND generation < :generation`,
    { generation, taskId },
  );
  return Number(row['generation']);
}

function* listUnclaimedEndedTasks(
  { updatedAt, id }: EndedPosition,
  limit: number,
): Transaction<EndedPage> {
  const rows = yield* queryRows(
    `SELECT id, updated_at, generation,
       coalesce((SELECT generation FROM trace_claim WHERE task_id = task.id), 0) AS claimed
     FROM task WHERE ended = 1 AND (updated_at, id) > (:updatedAt, :id)
     ORDER BY updated_at, id LIMIT :limit`,
    { updatedAt, id, limit },
  );
  const unclaimed = rows.filter((row) => Number(row['claimed']) < Number(row['generation']));
  const last = rows.length < limit ? undefined : rows.at(-1);
  return {
    unclaimed: unclaimed.map((row) => String(row['id'])),
    ...(last && { next: { updatedAt: Number(last['updated_at']), id: String(last['id']) } }),
  };
}
