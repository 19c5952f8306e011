import { randomUUID } from 'node:crypto';
import type { Clock } from '#engine/port';
import type { ProtocolHost } from '#serving/server';
import { openEnvironments, type Environments } from './environments/open-environments.ts';
import type { RunFolders } from './evals/run-folders.ts';
import type { RunStarter } from './evals/run-starter.ts';
import type { AgentFolders } from './agent-creation/create-agent.ts';
import type { StoreMaintenance } from './maintenance/store-maintenance.ts';
import { createTaskSummaryCache, type TaskSummaryCache } from './task-summary.ts';

export interface PageContext {
  readonly site: ProtocolHost;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly lines: TaskSummaryCache;
  /** Undefined if the server has no run folder. */
  readonly runs?: RunFolders | undefined;
  /** Undefined if operators cannot start eval runs. */
  readonly runStarter?: RunStarter | undefined;
  readonly environments: Environments;
  /** Undefined if operators cannot create agents. */
  readonly agentFolders?: AgentFolders | undefined;
  /** Undefined if operators cannot maintain the database. */
  readonly maintenance?: StoreMaintenance | undefined;
}

export function createPageContext(
  site: ProtocolHost,
  clock: Clock,
  given: Pick<PageContext, 'runs' | 'runStarter' | 'agentFolders' | 'maintenance'> = {},
): PageContext {
  const environments = openEnvironments(site.agents);
  return {
    site,
    clock,
    newId: randomUUID,
    lines: createTaskSummaryCache(site.tasks),
    environments,
    ...given,
  };
}
