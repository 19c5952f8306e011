import { randomBytes } from 'node:crypto';
import type {
  AgentFolders,
  EvalAgent,
  EvalSources,
  ServerAuthOptions,
  ServedPage,
  StoreMaintenance,
} from '../../../page/index.ts';
import type { LoginStore } from '../../../../engine/port/index.ts';
import type { ServedSources } from '../../agents/served-agents.ts';

/** Folders and services that the dashboard uses. */
export interface PageFolders {
  readonly runs: string;
  readonly evals: EvalSources;
  readonly agentFolders: AgentFolders;
  readonly maintenance: StoreMaintenance | undefined;
}

/** Opens the dashboard with access control. Returns undefined if no user could log in. */
export async function openDashboard(
  checks: ServerAuthOptions,
  folders: PageFolders,
): Promise<ServedPage | undefined> {
  const { choosePageAccess, openPage } = await import('../../../page/index.ts');
  const access = choosePageAccess(checks, randomBytes(24).toString('base64url'));
  return access && openPage(access, folders);
}

/**
 * Describes the evaluations that operators can start: suites of a folder against the served agents,
 * or against an echo agent.
 */
export function createEvalSources(
  suites: string,
  { agents, getSpec }: Pick<ServedSources, 'agents' | 'getSpec'>,
  model: string | undefined,
  logins: LoginStore | undefined,
): EvalSources {
  return {
    suites,
    ...(logins && { logins }),
    agents: () => [
      ...agents.list().map(({ agentId: id }): EvalAgent => {
        const spec = getSpec(id);
        const isModelOf = model !== undefined && spec.startsWith('folder:');
        return { id, spec, ...(isModelOf && { model }) };
      }),
      { id: 'builtin:echo', spec: 'builtin:echo' },
    ],
  };
}
