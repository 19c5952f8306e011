import { randomBytes } from 'node:crypto';
import type { AgentPlaces, EvalAgent, EvalSources, ServedPage } from '../page/index.ts';
import type { ServedSources } from './served-catalog.ts';

/** The folders of evals that a page shows, and runs. */
export interface PageFolders {
  readonly runs: string;
  readonly evals: EvalSources;
  readonly places: AgentPlaces;
}

/** Opens the page to callers with a key of the server, or where it has none to those with the token of this launch. */
export async function servedPage(hasKeys: boolean, folders: PageFolders): Promise<ServedPage> {
  const { openPage } = await import('../page/index.ts');
  const token = randomBytes(24).toString('base64url');
  return openPage(hasKeys ? { kind: 'keys' } : { kind: 'token', token }, folders);
}

/** What operators may run: suites of a folder against the agents that are served, and against an echo. */
export function evalSources(
  suites: string,
  { agents, specOf }: Pick<ServedSources, 'agents' | 'specOf'>,
  model: string | undefined,
): EvalSources {
  return {
    suites,
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
