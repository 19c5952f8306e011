import { formatCount, type Finding } from '@timestep-ai/timestep/port';
import { formatFirstNames, findLongWaits, findParkedTasks } from '@timestep-ai/timestep/runner';
import type { StoreFacts } from '../store/store-facts.ts';
import type { TemporalFacts } from './query-temporal.ts';

export interface BackendFacts {
  readonly store: StoreFacts;
  readonly temporal: TemporalFacts;
}

export function findProblems({ store, temporal }: BackendFacts, now: number): Finding[] {
  return [
    ...findBrokenLogs(store),
    ...(temporal.kind === 'unreachable' ? [createUnreachableFinding(temporal.reason)] : []),
    ...(temporal.kind === 'reached' ? findMissingWorkers(store, temporal) : []),
    ...(temporal.kind === 'reached' ? findBuildWithoutWorkers(temporal) : []),
    ...(temporal.kind === 'reached' ? findTasksWithoutBuild(temporal) : []),
    ...(temporal.kind === 'reached' ? findStuckTasks(temporal.notRunning) : []),
    ...findParkedTasks(store.parked),
    ...findLongWaits(store.oldestWaiting, now),
  ];
}

function findBrokenLogs({ brokenLogs: ids }: StoreFacts): Finding[] {
  if (ids.length === 0) return [];
  const message = `the event logs of some tasks are incomplete (${ids.join(', ')}): stop all servers and workers and restore the newest backup`;
  return [{ severity: 'problem', code: 'broken-log', message }];
}

function createUnreachableFinding(message: string): Finding {
  return { severity: 'problem', code: 'unreachable', message };
}

function findMissingWorkers(
  { underWay, undelivered }: StoreFacts,
  { workers, taskQueue }: Extract<TemporalFacts, { kind: 'reached' }>,
): Finding[] {
  if (workers.length > 0 || underWay + undelivered === 0) return [];
  const what =
    underWay > 0
      ? `${formatCount(underWay, 'task')} running`
      : `${formatCount(undelivered, 'message')} accepted`;
  const message = `${what}, but no worker polls the task queue ${taskQueue}: start timestep worker, or set the queue of the servers with --task-queue`;
  return [{ severity: 'problem', code: 'no-worker', message }];
}

/** Temporal gives new tasks only to workers of the current build. */
function findBuildWithoutWorkers({
  builds: { polling, hasUnversioned, current },
}: Extract<TemporalFacts, { kind: 'reached' }>): Finding[] {
  const [first] = polling;
  const isServed = current === undefined ? hasUnversioned : polling.includes(current);
  if (first === undefined || isServed) return [];
  const deployment = first.slice(0, first.indexOf('.'));
  const buildId = first.slice(first.indexOf('.') + 1);
  const who =
    current === undefined
      ? 'no build is the current one, and every worker has a build'
      : `${current} is the current build, and no worker has it`;
  const message = `new tasks wait for ever, because ${who} (${polling.join(', ')}): run temporal worker deployment set-current-version --deployment-name ${deployment} --build-id ${buildId}`;
  return [{ severity: 'problem', code: 'no-current-build', message }];
}

/** Only workers of the build to which a task is pinned can run the task and read its messages. */
function findTasksWithoutBuild({
  builds: { polling },
  needed,
}: Extract<TemporalFacts, { kind: 'reached' }>): Finding[] {
  return needed.flatMap(({ build, taskIds }): Finding[] => {
    if (polling.includes(build)) return [];
    const buildId = build.slice(build.indexOf('.') + 1);
    const message = `${formatCount(taskIds.length, 'task')} with work or messages to do can only run in build ${build}, which no worker has (${formatFirstNames(taskIds)}): start a worker of that build with --build-id ${buildId}, and keep it until these tasks have ended`;
    return [{ severity: 'problem', code: 'no-worker-of-build', message }];
  });
}

function findStuckTasks(ids: readonly string[]): Finding[] {
  if (ids.length === 0) return [];
  const message = `${formatCount(ids.length, 'task')} running in the store but not on Temporal (${formatFirstNames(ids)}): set the address of the right server with --temporal-address and --temporal-namespace; if the address is right, restore matching backups of both databases`;
  return [{ severity: 'problem', code: 'stuck-task', message }];
}
