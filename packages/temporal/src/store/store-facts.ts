import {
  bindListValues,
  countRows,
  countTasksByState,
  listTasksWithLogGaps,
  listOldestWaiting,
  parseTaskFacts,
  queryRows,
  type TaskFacts,
  type Transaction,
} from '@timestep-ai/timestep/store';

export interface StoreFacts {
  readonly tasksByState: Readonly<Record<string, number>>;
  readonly underWay: number;
  /** Tasks that have been running longest, at most a hundred. */
  readonly oldestUnderWay: readonly TaskFacts[];
  /** At most five tasks that wait for users, the longest waiting first. */
  readonly oldestWaiting: readonly TaskFacts[];
  /** Tasks that repeatedly ended their worker and wait for a user, at most five. */
  readonly parked: readonly TaskFacts[];
  /** Ids of at most five tasks whose log has gaps. */
  readonly brokenLogs: readonly string[];
  /** Ids of tasks with accepted messages that no worker has read, at most a hundred. */
  readonly unread: readonly string[];
  /** Number of accepted messages that may not have reached Temporal. */
  readonly undelivered: number;
}

const MAX_LISTED = 5;
const MAX_LOOKED_UP = 100;

const UNDER_WAY = "task WHERE ended = 0 AND state <> 'input-required'";

export function* readStoreFacts(): Transaction<StoreFacts> {
  const oldestUnderWay = yield* queryRows(
    `SELECT id, agent, updated_at FROM ${UNDER_WAY} ORDER BY updated_at LIMIT ${MAX_LOOKED_UP}`,
  );
  return {
    tasksByState: yield* countTasksByState(false),
    underWay: yield* countRows(UNDER_WAY),
    oldestUnderWay: oldestUnderWay.map(parseTaskFacts),
    oldestWaiting: yield* listOldestWaiting(MAX_LISTED),
    parked: yield* listParkedTasks(),
    brokenLogs: yield* listTasksWithLogGaps(MAX_LISTED),
    unread: yield* listTaskIdsWithUnreadMessages(),
    undelivered: yield* countRows('inbound WHERE taken = 0 AND delivered = 0'),
  };
}

function* listTaskIdsWithUnreadMessages(): Transaction<readonly string[]> {
  const rows = yield* queryRows(
    `SELECT task_id FROM inbound WHERE taken = 0 AND delivered = 1 ORDER BY accepted_at LIMIT ${MAX_LOOKED_UP}`,
  );
  return [...new Set(rows.map((row) => String(row['task_id'])))];
}

/**
 * Lists tasks that were stopped and ask their user whether to continue. A text inside an event
 * cannot match the pattern, because quotes in it are escaped.
 */
function* listParkedTasks(): Transaction<readonly TaskFacts[]> {
  const rows = yield* queryRows(
    `SELECT id, agent, updated_at FROM task JOIN event ON task_id = id AND event.generation = task.generation
     WHERE state = 'input-required' AND body LIKE '%"type":"task.parked"%'
     ORDER BY updated_at DESC LIMIT ${MAX_LISTED}`,
  );
  return rows.map(parseTaskFacts);
}

export function* filterRunningTasks(ids: readonly string[]): Transaction<readonly string[]> {
  if (ids.length === 0) return [];
  const { placeholders, values } = bindListValues('id', ids);
  const rows = yield* queryRows(`SELECT id FROM ${UNDER_WAY} AND id IN (${placeholders})`, values);
  return rows.map((row) => String(row['id']));
}
