import { randomUUID } from 'node:crypto';
import type { Clock } from '../port/index.ts';
import type { Site } from '../server/index.ts';
import { openEnvironments, type Environments } from './environments/open-environments.ts';
import type { RunFolders } from './evals/run-folders.ts';
import type { RunStarts } from './evals/run-starts.ts';
import type { AgentPlaces } from './making/agent-places.ts';
import type { StoreUpkeep } from './upkeep/store-upkeep.ts';
import { createTaskLines, type TaskLines } from './task-lines.ts';

/** What every route of the page's data is answered with. */
export interface PageContext {
  readonly site: Site;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly lines: TaskLines;
  /** Where the server has a folder of runs of evals. */
  readonly runs?: RunFolders | undefined;
  /** Where operators may start runs. */
  readonly starts?: RunStarts | undefined;
  readonly environments: Environments;
  /** Where operators may make agents. */
  readonly places?: AgentPlaces | undefined;
  /** Where operators may look after the database. */
  readonly upkeep?: StoreUpkeep | undefined;
}

export function pageContext(
  site: Site,
  clock: Clock,
  given: Pick<PageContext, 'runs' | 'starts' | 'places' | 'upkeep'> = {},
): PageContext {
  const environments = openEnvironments(site.agents);
  return {
    site,
    clock,
    newId: randomUUID,
    lines: createTaskLines(site.tasks),
    environments,
    ...given,
  };
}
