import type { AgentServers, ServerStatus } from '#engine/port';
import { type AgentFolder, createNoSuchPartError, type ToolServer } from '#agents/folder';
import type { ManagedServer } from './managed-server.ts';
import type { ServerPool } from './server-pool.ts';

export function createAgentServers(
  pool: ServerPool,
  folder: () => Pick<AgentFolder, 'servers' | 'disabledServers'>,
  refresh: () => Promise<unknown>,
): AgentServers {
  const takeServer = (name: string): ManagedServer =>
    pool.getOrCreate(requireAgentServer(folder(), name));

  function listServerStatuses(): readonly ServerStatus[] {
    const { servers, disabledServers = [] } = folder();
    const disabled = { state: 'disabled', tools: 0, malformedTools: [] } as const;
    return [
      ...servers.map((server) => pool.getOrCreate(server).getStatus()),
      ...disabledServers.map((name) => ({ name, ...disabled })),
    ];
  }

  return {
    list: listServerStatuses,
    ping: async (name, options) => takeServer(name).ping(options),
    readLog: (name) => takeServer(name).listLog(),
    async reload(name) {
      await refresh();
      const { servers } = folder();
      const chosen =
        name === undefined ? servers.map((one) => pool.getOrCreate(one)) : [takeServer(name)];
      await Promise.all(chosen.map((server) => server.restart()));
      return listServerStatuses();
    },
  };
}

/** Throws `FolderError` if the agent has no server of this name, or if the server is disabled. */
export function requireAgentServer(
  { servers, disabledServers = [] }: Pick<AgentFolder, 'servers' | 'disabledServers'>,
  name: string,
): ToolServer {
  const server = servers.find((one) => one.name === name);
  if (server) return server;
  const names = servers.map((one) => one.name).join(', ');
  throw createNoSuchPartError(
    disabledServers.includes(name)
      ? `the MCP server ${name} is disabled: remove "disabled" from its definition`
      : `unknown MCP server ${name}: ${names === '' ? 'the agent has none' : `use one of ${names}`}`,
  );
}
