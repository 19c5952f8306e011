import { firstOf, rowsOf, type Row, type Transaction } from '@timestep-ai/timestep/store';

/** Facts about a store at one moment. Times are ms since the epoch. */
export interface StoreSeen {
  readonly tasksByState: Readonly<Record<string, number>>;
  /** How many tasks neither have ended nor wait for a client. */
  readonly underWay: number;
  /** The tasks under way whose last change is oldest, at most a hundred. */
  readonly oldestUnderWay: readonly SeenTask[];
  /** The oldest tasks that wait for a client, at most a few. */
  readonly oldestWaiting: readonly SeenTask[];
  /** Tasks whose log has gaps, at most a few. */
  readonly brokenLogs: readonly string[];
  /** Accepted messages that may not have reached Temporal. */
  readonly undelivered: number;
}

export interface SeenTask {
  readonly id: string;
  readonly agent: string;
  readonly updatedAt: number;
}

const FEW = 5;
/** How many of the tasks under way are looked up at Temporal. */
const MANY = 100;

export function* storeSeen(): Transaction<StoreSeen> {
  const states = yield* rowsOf(
    'SELECT state, count(*) AS n FROM task GROUP BY state ORDER BY state',
  );
  const working = yield* firstOf(
    "SELECT count(*) AS n FROM task WHERE ended = 0 AND state <> 'input-required'",
  );
  const oldestUnderWay = yield* rowsOf(
    `SELECT id, agent, updated_at FROM task
     WHERE ended = 0 AND state <> 'input-required' ORDER BY updated_at LIMIT ?`,
    MANY,
  );
  const oldestWaiting = yield* rowsOf(
    `SELECT id, agent, updated_at FROM task
     WHERE ended = 0 AND state = 'input-required' ORDER BY updated_at LIMIT ?`,
    FEW,
  );
  const broken = yield* rowsOf(
    `SELECT id FROM task LEFT JOIN (
       SELECT task_id, count(*) AS events, max(generation) AS latest FROM event GROUP BY task_id
     ) AS log ON log.task_id = task.id
     WHERE coalesce(log.events, 0) <> task.generation OR coalesce(log.latest, 0) <> task.generation
     LIMIT ?`,
    FEW,
  );
  const undelivered = yield* firstOf('SELECT count(*) AS n FROM inbound WHERE delivered = 0');
  return {
    tasksByState: Object.fromEntries(states.map((row) => [String(row['state']), countIn(row)])),
    underWay: countIn(working),
    oldestUnderWay: oldestUnderWay.map(taskOf),
    oldestWaiting: oldestWaiting.map(taskOf),
    brokenLogs: broken.map((row) => String(row['id'])),
    undelivered: countIn(undelivered),
  };
}

/** What SQLite finds wrong with its file, at most a few problems; empty where it is not damaged. */
export function* integrityProblems(): Transaction<readonly string[]> {
  const rows = yield* rowsOf(`PRAGMA integrity_check(${FEW})`);
  return rows.map((row) => String(row['integrity_check'])).filter((line) => line !== 'ok');
}

/** Which of these tasks have not ended. */
export function* stillUnderWay(ids: readonly string[]): Transaction<readonly string[]> {
  if (ids.length === 0) return [];
  const marks = ids.map(() => '?').join(', ');
  const rows = yield* rowsOf(
    `SELECT id FROM task WHERE ended = 0 AND state <> 'input-required' AND id IN (${marks})`,
    ...ids,
  );
  return rows.map((row) => String(row['id']));
}

function countIn(row: Row | undefined): number {
  return Number(row?.['n'] ?? 0);
}

function taskOf({ id, agent, updated_at: updatedAt }: Row): SeenTask {
  return { id: String(id), agent: String(agent), updatedAt: Number(updatedAt) };
}
