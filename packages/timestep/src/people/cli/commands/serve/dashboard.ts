import { randomBytes } from 'node:crypto';
import type { EvalAgent, ServerAuthOptions, ServedPage } from '#people/page';
import type { ServedSources } from '../../agents/served-agents.ts';
import { openUserLoginsIfConfigured } from '../../agents/user-agents.ts';
import type { ServerBackend } from '../../backends/server-backend.ts';
import type { CommandContext, OptionValues } from '../../command.ts';
import { storeTokenAndListHashes } from './page-tokens.ts';
import { createServerMaintenance } from './store-maintenance.ts';

/** Opens the dashboard with access control. Returns undefined if no user could log in. */
export async function openDashboardIfAccessible(
  checks: ServerAuthOptions,
  values: OptionValues,
  served: ServedSources,
  server: ServerBackend,
  context: CommandContext,
): Promise<ServedPage | undefined> {
  const { choosePageAccess, createServedPage } = await import('#people/page');
  const token = randomBytes(24).toString('base64url');
  const { database } = server;
  const isFile = database !== undefined && !database.includes(':');
  const earlier = isFile
    ? storeTokenAndListHashes(`${database}.page-tokens.json`, token, context.now)
    : [];
  const access = choosePageAccess(checks, token, earlier);
  if (!access) return undefined;
  const logins = await openUserLoginsIfConfigured(context.env);
  return createServedPage(access, {
    maintenance: createServerMaintenance(server, values, context),
    runs: values.text('runs') ?? 'runs',
    agentFolders: served.agentFolders,
    evals: {
      suites: values.text('suites') ?? 'suites',
      ...(logins && { logins }),
      agents: () => listEvalAgents(served, values.text('model')),
    },
  });
}

/** Lists the agents that operators can evaluate: the served agents and an echo agent. */
function listEvalAgents(
  { agents, getSpec }: ServedSources,
  model: string | undefined,
): readonly EvalAgent[] {
  const served = agents.list().map(({ agentId: id }): EvalAgent => {
    const spec = getSpec(id);
    return { id, spec, ...(model !== undefined && spec.startsWith('folder:') && { model }) };
  });
  return [...served, { id: 'builtin:echo', spec: 'builtin:echo' }];
}
