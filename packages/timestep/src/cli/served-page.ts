import { randomBytes } from 'node:crypto';
import type {
  AgentPlaces,
  EvalAgent,
  EvalSources,
  PageChecks,
  ServedPage,
  StoreUpkeep,
} from '../page/index.ts';
import type { LoginStore } from '../port/index.ts';
import type { ServedSources } from './served-catalog.ts';

/** The folders of evals that a page shows, and runs. */
export interface PageFolders {
  readonly runs: string;
  readonly evals: EvalSources;
  readonly places: AgentPlaces;
  readonly upkeep: StoreUpkeep | undefined;
}

/** Opens the page to those who may use it; `undefined` where there are none. */
export async function servedPage(
  checks: PageChecks,
  folders: PageFolders,
): Promise<ServedPage | undefined> {
  const { accessFor, openPage } = await import('../page/index.ts');
  const access = accessFor(checks, randomBytes(24).toString('base64url'));
  return access && openPage(access, folders);
}

/** What operators may run: suites of a folder against the agents that are served, and against an echo. */
export function evalSources(
  suites: string,
  { agents, specOf }: Pick<ServedSources, 'agents' | 'specOf'>,
  model: string | undefined,
  logins: LoginStore | undefined,
): EvalSources {
  return {
    suites,
    ...(logins && { logins }),
    agents: () => [
      ...agents.list().map(({ agentId: id }): EvalAgent => {
        const spec = specOf(id);
        const isModelOf = model !== undefined && spec.startsWith('folder:');
        return { id, spec, ...(isModelOf && { model }) };
      }),
      { id: 'builtin:echo', spec: 'builtin:echo' },
    ],
  };
}
