import type { LoadFolderOptions } from '#agents/agent';
import type { CalledAgentServers } from '#people/chat';
import type { Servable } from '#serving/server';
import type { ServedAgent, ServedAgents, StoreUser } from '#engine/port';
import { overrideServedAgent, toServedAgents } from '#engine/port';
import {
  openAgentCatalog,
  type AgentCatalogOptions,
  type FolderContext,
} from './folder-reports.ts';

export interface CallableAgents {
  readonly load: Pick<LoadFolderOptions, 'agentCalls'>;
  readonly users: readonly StoreUser[];
  /**
   * Lists the MCP servers of the agents in this process, except the agent that calls them. An agent that cannot be
   * loaded is left out.
   */
  readonly listServers: (callerId: string) => Promise<readonly CalledAgentServers[]>;
  /** Paths of the agents' folders and files. */
  readonly paths: readonly string[];
  /** Combines the agents of the command with the agents that they call, for the runner. */
  readonly combineAgents: (own: readonly ServedAgent[]) => readonly ServedAgent[] | ServedAgents;
  close(): Promise<void>;
}

const NO_CALLABLE_AGENTS: CallableAgents = {
  load: {},
  users: [],
  listServers: () => Promise.resolve([]),
  paths: [],
  combineAgents: (own) => own,
  close: () => Promise.resolve(),
};

export async function listsCallableAgents(paths: readonly string[]): Promise<boolean> {
  const { loadAgentMetadata } = await import('#agents/folder');
  // Loading errors are ignored, because opening the agent reports them later.
  const loading = paths.map((path) => loadAgentMetadata(path).catch(() => undefined));
  return (await Promise.all(loading)).some((metadata) => metadata?.agents !== undefined);
}

/** Opens the agents that these folders may call, and in turn the agents that those may call. */
export async function openCallableAgents(
  paths: readonly string[],
  model: string | undefined,
  context: FolderContext,
  options: Pick<AgentCatalogOptions, 'printsServerLines'> = {},
): Promise<CallableAgents> {
  if (!(await listsCallableAgents(paths))) return NO_CALLABLE_AGENTS;
  const { catalog } = await openAgentCatalog(paths, model, context, options);
  const { servables, agentCalls } = catalog;
  return {
    load: { agentCalls },
    users: servables.list(),
    async listServers(callerId) {
      const others = servables.list().filter(({ agentId }) => agentId !== callerId);
      const listed = await Promise.all(others.map(loadServers));
      return listed.flatMap((one) => one ?? []);
    },
    paths: catalog.list().flatMap(({ kind, source }) => (kind === 'path' ? [source] : [])),
    combineAgents(own) {
      const mine = toServedAgents(
        own.map((agent) =>
          overrideServedAgent(agent, {
            // The agent loop of the catalog is used, because only it knows the remote tasks to cancel.
            abandon: async (task) => servables.get(agent.name)?.loop.abandon?.(task),
          }),
        ),
      );
      return {
        get: (name) => mine.get(name) ?? servables.get(name)?.loop,
        names: () => [
          ...new Set([...mine.names(), ...servables.list().map(({ agentId }) => agentId)]),
        ],
        watch: (onChange) => servables.watch(onChange),
      };
    },
    close: () => catalog.close(),
  };
}

async function loadServers({
  agentId: agent,
  servers,
}: Servable): Promise<CalledAgentServers | undefined> {
  try {
    const loaded = typeof servers === 'function' ? await servers() : servers;
    return loaded && { agent, servers: loaded };
  } catch {
    return undefined;
  }
}
