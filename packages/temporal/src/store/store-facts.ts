import { queryFirst, queryRows, type Row, type Transaction } from '@timestep-ai/timestep/store';

/** Facts about a store at one moment. Times are in milliseconds since the epoch. */
export interface StoreFacts {
  readonly tasksByState: Readonly<Record<string, number>>;
  /** Number of tasks that have not ended and are not waiting for a client. */
  readonly underWay: number;
  /** Running tasks with the oldest last change, at most a hundred. */
  readonly oldestUnderWay: readonly TaskFacts[];
  /** Oldest tasks that are waiting for a client, at most five. */
  readonly oldestWaiting: readonly TaskFacts[];
  /** Ids of tasks whose log has gaps, at most five. */
  readonly brokenLogs: readonly string[];
  /** Number of accepted messages that may not have reached Temporal. */
  readonly undelivered: number;
}

export interface TaskFacts {
  readonly id: string;
  readonly agent: string;
  readonly updatedAt: number;
}

const MAX_LISTED = 5;
/** Maximum number of running tasks that are looked up at Temporal. */
const MAX_LOOKED_UP = 100;

export function* readStoreFacts(): Transaction<StoreFacts> {
  const states = yield* queryRows(
    'SELECT state, count(*) AS n FROM task GROUP BY state ORDER BY state',
  );
  const working = yield* queryFirst(
    "SELECT count(*) AS n FROM task WHERE ended = 0 AND state <> 'input-required'",
  );
  const oldestUnderWay = yield* queryRows(
    `SELECT id, agent, updated_at FROM task
     WHERE ended = 0 AND state <> 'input-required' ORDER BY updated_at LIMIT ?`,
    MAX_LOOKED_UP,
  );
  const oldestWaiting = yield* queryRows(
    `SELECT id, agent, updated_at FROM task
     WHERE ended = 0 AND state = 'input-required' ORDER BY updated_at LIMIT ?`,
    MAX_LISTED,
  );
  const broken = yield* queryRows(
    `SELECT id FROM task LEFT JOIN (
       SELECT task_id, count(*) AS events, max(generation) AS latest FROM event GROUP BY task_id
     ) AS log ON log.task_id = task.id
     WHERE coalesce(log.events, 0) <> task.generation OR coalesce(log.latest, 0) <> task.generation
     LIMIT ?`,
    MAX_LISTED,
  );
  const undelivered = yield* queryFirst('SELECT count(*) AS n FROM inbound WHERE delivered = 0');
  return {
    tasksByState: Object.fromEntries(states.map((row) => [String(row['state']), parseCount(row)])),
    underWay: parseCount(working),
    oldestUnderWay: oldestUnderWay.map(parseTaskFacts),
    oldestWaiting: oldestWaiting.map(parseTaskFacts),
    brokenLogs: broken.map((row) => String(row['id'])),
    undelivered: parseCount(undelivered),
  };
}

/** Lists at most five problems that SQLite's integrity check finds. Empty if the file is intact. */
export function* checkIntegrity(): Transaction<readonly string[]> {
  const rows = yield* queryRows(`PRAGMA integrity_check(${MAX_LISTED})`);
  return rows.map((row) => String(row['integrity_check'])).filter((line) => line !== 'ok');
}

/** Returns those of the given tasks that are still running. */
export function* filterRunningTasks(ids: readonly string[]): Transaction<readonly string[]> {
  if (ids.length === 0) return [];
  const marks = ids.map(() => '?').join(', ');
  const rows = yield* queryRows(
    `SELECT id FROM task WHERE ended = 0 AND state <> 'input-required' AND id IN (${marks})`,
    ...ids,
  );
  return rows.map((row) => String(row['id']));
}

function parseCount(row: Row | undefined): number {
  return Number(row?.['n'] ?? 0);
}

function parseTaskFacts({ id, agent, updated_at: updatedAt }: Row): TaskFacts {
  return { id: String(id), agent: String(agent), updatedAt: Number(updatedAt) };
}
