import {
  bindList,
  countRows,
  countTasksByState,
  listGappedLogs,
  listOldestWaiting,
  parseTaskFacts,
  queryRows,
  type TaskFacts,
  type Transaction,
} from '@timestep-ai/timestep/store';

/** Facts about a store at one moment. */
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

const MAX_LISTED = 5;
/** Maximum number of running tasks that are looked up at Temporal. */
const MAX_LOOKED_UP = 100;

const UNDER_WAY = "task WHERE ended = 0 AND state <> 'input-required'";

export function* readStoreFacts(): Transaction<StoreFacts> {
  const oldestUnderWay = yield* queryRows(
    `SELECT id, agent, updated_at FROM ${UNDER_WAY} ORDER BY updated_at LIMIT ${MAX_LOOKED_UP}`,
  );
  return {
    tasksByState: yield* countTasksByState(),
    underWay: yield* countRows(UNDER_WAY),
    oldestUnderWay: oldestUnderWay.map(parseTaskFacts),
    oldestWaiting: yield* listOldestWaiting(MAX_LISTED),
    brokenLogs: yield* listGappedLogs(MAX_LISTED),
    undelivered: yield* countRows('inbound WHERE delivered = 0'),
  };
}

/** Returns the tasks among these that are still running. */
export function* filterRunningTasks(ids: readonly string[]): Transaction<readonly string[]> {
  if (ids.length === 0) return [];
  const { placeholders, values } = bindList('id', ids);
  const rows = yield* queryRows(`SELECT id FROM ${UNDER_WAY} AND id IN (${placeholders})`, values);
  return rows.map((row) => String(row['id']));
}
