import { TimestepError, type JsonObject } from '@timestep-ai/timestep/core';
import {
  formatDuration,
  formatTime,
  type DatabaseLocation,
  type Examination,
  type Finding,
} from '@timestep-ai/timestep/port';
import { findStoreDamage, type TaskFacts } from '@timestep-ai/timestep/store';
import { openExistingStore, convertStoreErrors } from '../open-stored-tasks.ts';
import { isPostgres, getDatabaseNameWithoutPassword } from '../store/backend-identity.ts';
import { filterRunningTasks, readStoreFacts } from '../store/store-facts.ts';
import type { TaskDatabase } from '../store/task-database.ts';
import { findProblems, type BackendFacts } from './find-problems.ts';
import { readTemporalOptions } from './temporal-options.ts';
import { queryTemporal } from './query-temporal.ts';

/** Examines a store and its Temporal server without changing them. */
export async function examineBackend(
  location: DatabaseLocation,
  now: number,
): Promise<Examination> {
  const place = getDatabaseNameWithoutPassword(location.database);
  let database: TaskDatabase | undefined;
  try {
    database = await openExistingStore(location.database, 'read');
    const opened = database;
    const damage = isPostgres(location.database)
      ? []
      : await convertStoreErrors(place, () => opened.read(findStoreDamage));
    if (damage.length > 0)
      return { place, seen: [], findings: [createDamageFinding(place, damage)] };
    const seen = await collectBackendFacts(location, opened, place);
    return {
      place,
      seen: formatFactRows(seen, now),
      facts: backendFactsToJson(seen),
      findings: findProblems(seen, now),
    };
  } catch (thrown) {
    if (!TimestepError.isInstance(thrown)) throw thrown;
    const { code, message } = thrown;
    return { place, seen: [], findings: [{ severity: 'problem', code, message }] };
  } finally {
    await database?.close();
  }
}

/** Collects facts about a store. Tasks without a workflow are read twice: they may have ended meanwhile. */
async function collectBackendFacts(
  location: DatabaseLocation,
  database: TaskDatabase,
  place: string,
): Promise<BackendFacts> {
  const store = await convertStoreErrors(place, () => database.read(readStoreFacts));
  const ids = store.oldestUnderWay.map(({ id }) => id);
  const queried = [...new Set([...ids, ...store.unread])];
  const temporal = await queryTemporal(readTemporalOptions(location), queried);
  if (temporal.kind === 'unreachable') return { store, temporal };
  const unknown = await convertStoreErrors(place, () =>
    database.read(() => filterRunningTasks(temporal.notRunning)),
  );
  return { store, temporal: { ...temporal, notRunning: unknown } };
}

function createDamageFinding(place: string, problems: readonly string[]): Finding {
  const message = `${place} is damaged (${problems.join('; ')}): stop all servers and workers, keep a copy of this file, and restore the newest backup`;
  return { severity: 'problem', code: 'corrupt', message };
}

function formatFactRows(
  { store, temporal }: BackendFacts,
  now: number,
): [name: string, text: string][] {
  const states = Object.entries(store.tasksByState).map(([state, count]) => `${count} ${state}`);
  const waits = store.oldestWaiting.map(
    ({ id, updatedAt }) => `${id} for ${formatDuration(now - updatedAt)}`,
  );
  const { address, namespace, taskQueue } = temporal;
  const isReached = temporal.kind === 'reached';
  return [
    ['Temporal', `${address}, namespace ${namespace}${isReached ? '' : ' (unreachable)'}`],
    ['Workers', `${isReached ? temporal.workers.join(', ') || 'none' : '?'} (queue ${taskQueue})`],
    ['Tasks', states.join(', ') || 'none'],
    ['Under way', String(store.underWay)],
    ['Waiting', waits.join(', ') || 'none'],
  ];
}

function backendFactsToJson({ store, temporal }: BackendFacts): JsonObject {
  const { address, namespace, taskQueue } = temporal;
  return {
    temporal: {
      address,
      namespace,
      task_queue: taskQueue,
      is_reached: temporal.kind === 'reached',
      ...(temporal.kind === 'reached' && {
        workers: temporal.workers,
        without_workflow: temporal.notRunning,
        builds_of_workers: temporal.builds.polling,
        current_build: temporal.builds.current ?? null,
        builds_of_tasks: temporal.needed.map(({ build, taskIds }) => ({ build, tasks: taskIds })),
      }),
    },
    tasks_by_state: store.tasksByState,
    under_way: store.underWay,
    oldest_under_way: store.oldestUnderWay.map(taskToJson),
    oldest_waiting: store.oldestWaiting.map(taskToJson),
    unread: store.unread,
    undelivered: store.undelivered,
    broken_logs: store.brokenLogs,
  };
}

function taskToJson({ id, agent, updatedAt }: TaskFacts): JsonObject {
  return { id, agent, updated_at: formatTime(updatedAt) };
}
