import type { OpenSpanStore } from '#engine/port';
import { execute, queryFirst, queryRows, type SqlDatabase } from '../statement.ts';

/**
 * Creates the store of open spans in the database of the tasks. Rejects with the database's error.
 */
export function createSqlOpenSpans(database: SqlDatabase): OpenSpanStore {
  return {
    async keep(spans, at) {
      if (spans.length === 0) return;
      await database.write(function* insertOrRenewSpans() {
        for (const { id, body } of spans) {
          yield* execute(
            `INSERT INTO open_span (id, body, renewed_at) VALUES (:id, :body, :at)
             ON CONFLICT (id) DO UPDATE SET renewed_at = excluded.renewed_at`,
            { id, body, at },
          );
        }
      });
    },
    release: (id) =>
      database.write(function* deleteSpan() {
        return (yield* execute('DELETE FROM open_span WHERE id = :id', { id })) > 0;
      }),
    async takeLost(before) {
      const values = { before };
      // The search without a lock comes first, so that an idle process writes nothing.
      const isAny = await database.read(() =>
        queryFirst('SELECT 1 AS found FROM open_span WHERE renewed_at < :before LIMIT 1', values),
      );
      if (!isAny) return [];
      return database.write(function* deleteAndReturnLostSpans() {
        const rows = yield* queryRows(
          'DELETE FROM open_span WHERE renewed_at < :before RETURNING id, body, renewed_at',
          values,
        );
        return rows.map((row) => ({
          id: String(row['id']),
          body: String(row['body']),
          renewedAt: Number(row['renewed_at']),
        }));
      });
    },
  };
}
