import { counted, type Finding } from '@timestep-ai/timestep/port';
import { fewOf, longWaits } from '@timestep-ai/timestep/runner';
import type { StoreSeen } from '../store/seen.ts';
import type { TemporalSeen } from './see-temporal.ts';

/** Facts about a store, and about the Temporal beside it. */
export interface Seen {
  readonly store: StoreSeen;
  readonly temporal: TemporalSeen;
}

/** Judges what was seen. */
export function diagnose({ store, temporal }: Seen, now: number): Finding[] {
  return [
    ...brokenLogs(store),
    ...(temporal.kind === 'unreachable' ? [unreachable(temporal.reason)] : []),
    ...(temporal.kind === 'reached' ? missingWorkers(store, temporal) : []),
    ...(temporal.kind === 'reached' ? stuckTasks(temporal.notRunning) : []),
    ...longWaits(store.oldestWaiting, now),
  ];
}

function brokenLogs({ brokenLogs: ids }: StoreSeen): Finding[] {
  if (ids.length === 0) return [];
  const message = `the logs of some tasks have gaps (${ids.join(', ')}): stop servers and workers and restore the newest backup`;
  return [{ severity: 'problem', code: 'broken-log', message }];
}

function unreachable(message: string): Finding {
  return { severity: 'problem', code: 'unreachable', message };
}

function missingWorkers(
  { underWay, undelivered }: StoreSeen,
  { workers, taskQueue }: Extract<TemporalSeen, { kind: 'reached' }>,
): Finding[] {
  if (workers.length > 0 || underWay + undelivered === 0) return [];
  const what =
    underWay > 0
      ? `${counted(underWay, 'task')} under way`
      : `${counted(undelivered, 'message')} accepted`;
  const message = `${what} and no worker at the queue ${taskQueue}: start timestep worker, or name the queue that the servers use with --task-queue`;
  return [{ severity: 'problem', code: 'no-worker', message }];
}

function stuckTasks(ids: readonly string[]): Finding[] {
  if (ids.length === 0) return [];
  const message = `${counted(ids.length, 'task')} under way that Temporal does not run (${fewOf(ids)}): name the Temporal that the servers use with --temporal-address and --temporal-namespace; if it is this one, its database is not of the same time as this one: restore both`;
  return [{ severity: 'problem', code: 'stuck-task', message }];
}
