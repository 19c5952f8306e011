import { TimestepError, type JsonObject } from '@timestep-ai/timestep/core';
import {
  durationText,
  timeText,
  type BackendSite,
  type Examination,
  type Finding,
} from '@timestep-ai/timestep/port';
import { openStoreThatIsThere, telling } from '../open-stored-tasks.ts';
import { isPostgres, placeOf } from '../store/is-postgres.ts';
import {
  integrityProblems,
  stillUnderWay,
  storeSeen,
  type SeenTask,
  type StoreSeen,
} from '../store/seen.ts';
import type { TaskDatabase } from '../store/task-database.ts';
import { diagnose, type Seen } from './diagnose.ts';
import { openedAs } from './opened-as.ts';
import { seeTemporal } from './see-temporal.ts';

/** Examines a store and the Temporal beside it without changing them. */
export async function examine(site: BackendSite, now: number): Promise<Examination> {
  const place = placeOf(site.database);
  let database: TaskDatabase | undefined;
  try {
    database = await openStoreThatIsThere(site.database, 'read');
    const opened = database;
    const damage = isPostgres(site.database)
      ? []
      : await telling(place, () => opened.read(integrityProblems));
    if (damage.length > 0) return { place, seen: [], findings: [damaged(place, damage)] };
    const seen = await seenOf(site, opened, place);
    return { place, seen: rowsOf(seen, now), facts: factsOf(seen), findings: diagnose(seen, now) };
  } catch (thrown) {
    if (!TimestepError.isInstance(thrown)) throw thrown;
    const { code, message } = thrown;
    return { place, seen: [], findings: [{ severity: 'problem', code, message }] };
  } finally {
    await database?.close();
  }
}

/**
 * A task may end between the two looks, so the store is asked again about tasks that Temporal does
 * not run.
 */
async function seenOf(site: BackendSite, database: TaskDatabase, place: string): Promise<Seen> {
  const store = await telling(place, () => database.read(storeSeen));
  const ids = store.oldestUnderWay.map(({ id }) => id);
  const temporal = await seeTemporal(openedAs(site), ids);
  if (temporal.kind === 'unreachable') return { store, temporal };
  const unknown = await telling(place, () =>
    database.read(() => stillUnderWay(temporal.notRunning)),
  );
  return { store, temporal: { ...temporal, notRunning: unknown } };
}

function damaged(place: string, problems: readonly string[]): Finding {
  const message = `${place} is damaged (${problems.join('; ')}): stop servers and workers, keep this file, and restore the newest backup`;
  return { severity: 'problem', code: 'corrupt', message };
}

function rowsOf({ store, temporal }: Seen, now: number): [name: string, text: string][] {
  const states = Object.entries(store.tasksByState).map(([state, count]) => `${count} ${state}`);
  const waits = store.oldestWaiting.map(
    ({ id, updatedAt }) => `${id} for ${durationText(now - updatedAt)}`,
  );
  const { address, namespace, taskQueue } = temporal;
  const isReached = temporal.kind === 'reached';
  return [
    ['Temporal', `${address}, namespace ${namespace}${isReached ? '' : ', not reached'}`],
    ['Workers', `${isReached ? temporal.workers.join(', ') || 'none' : '?'} (queue ${taskQueue})`],
    ['Tasks', states.join(', ') || 'none'],
    ['Under way', String(store.underWay)],
    ['Waiting', waits.join(', ') || 'none'],
  ];
}

function factsOf({ store, temporal }: Seen): JsonObject {
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
      }),
    },
    ...storeFacts(store),
  };
}

function storeFacts(store: StoreSeen): JsonObject {
  return {
    tasks_by_state: store.tasksByState,
    under_way: store.underWay,
    oldest_under_way: store.oldestUnderWay.map(factOf),
    oldest_waiting: store.oldestWaiting.map(factOf),
    undelivered: store.undelivered,
    broken_logs: store.brokenLogs,
  };
}

function factOf({ id, agent, updatedAt }: SeenTask): JsonObject {
  return { id, agent, updated_at: timeText(updatedAt) };
}
