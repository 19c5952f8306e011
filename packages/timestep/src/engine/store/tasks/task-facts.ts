import type { EntryPoint } from '#core';
import type { TaskGroupCount } from '#engine/port';
import { queryFirst, queryRows, type Row, type Transaction } from '../statement.ts';

/** A task that waits or runs, as the `doctor` command lists it. */
export interface TaskFacts {
  readonly id: string;
  readonly agent: string;
  readonly updatedAt: number;
}

/** Counts the tasks of each state. With a table of counts, the time does not grow with the number of tasks. */
export function* countTasksByState(
  hasCounts: boolean,
): Transaction<Readonly<Record<string, number>>> {
  const rows = yield* queryRows(
    hasCounts
      ? `SELECT state, sum(tasks) AS n FROM task_count WHERE tasks > 0
         GROUP BY state ORDER BY state`
      : 'SELECT state, count(*) AS n FROM task GROUP BY state ORDER BY state',
  );
  return Object.fromEntries(rows.map((row) => [String(row['state']), Number(row['n'])]));
}

/** Counts the tasks by agent, state and entry point, from the table of counts. */
export function* countTasksByGroup(): Transaction<readonly TaskGroupCount[]> {
  const rows = yield* queryRows(
    `SELECT agent, state, entry, asked, sum(tasks) AS tasks FROM task_count WHERE tasks > 0
     GROUP BY agent, state, entry, asked ORDER BY agent, state, entry, asked`,
  );
  return rows.map((row) => ({
    agent: String(row['agent']),
    state: String(row['state']),
    ...(row['entry'] !== '' && { entry: String(row['entry']) as EntryPoint }),
    ...(row['asked'] === 1 && { isAsked: true }),
    tasks: Number(row['tasks']),
  }));
}

/** Lists the tasks that have waited longest for a client. */
export function* listOldestWaiting(limit: number): Transaction<readonly TaskFacts[]> {
  const rows = yield* queryRows(
    `SELECT id, agent, updated_at FROM task
     WHERE ended = 0 AND state = 'input-required' ORDER BY updated_at LIMIT :limit`,
    { limit },
  );
  return rows.map(parseTaskFacts);
}

/** Lists the ids of at most `limit` tasks whose logs lack an event. */
export function* listTasksWithLogGaps(limit: number): Transaction<readonly string[]> {
  const rows = yield* queryRows(
    `SELECT id FROM task LEFT JOIN (
       SELECT task_id, count(*) AS events, max(generation) AS latest FROM event GROUP BY task_id
     ) AS log ON log.task_id = task.id
     WHERE coalesce(log.events, 0) <> task.generation OR coalesce(log.latest, 0) <> task.generation
     LIMIT :limit`,
    { limit },
  );
  return rows.map((row) => String(row['id']));
}

/**
 * Lists at most five problems that SQLite's integrity check finds in a file. Empty if it is intact.
 */
export function* findStoreDamage(): Transaction<readonly string[]> {
  const rows = yield* queryRows('PRAGMA integrity_check(5)');
  return rows.map((row) => String(row['integrity_check'])).filter((line) => line !== 'ok');
}

/**
 * Counts the rows of a table. The argument may contain a condition after the table: `task WHERE …`.
 */
export function* countRows(tableAndCondition: string): Transaction<number> {
  return Number((yield* queryFirst(`SELECT count(*) AS n FROM ${tableAndCondition}`))?.['n'] ?? 0);
}

/** Parses a row with the columns `id`, `agent` and `updated_at`. */
export function parseTaskFacts({ id, agent, updated_at: updatedAt }: Row): TaskFacts {
  return { id: String(id), agent: String(agent), updatedAt: Number(updatedAt) };
}
