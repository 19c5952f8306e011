import type { AgentServers, ServerStatus } from '../port/index.ts';
import type { AgentFolder } from './agent-folder.ts';
import { FolderError } from './folder-error.ts';
import type { KeptServer } from './kept-server.ts';
import type { ServerPool } from './server-pool.ts';
import type { ToolServer } from './tool-server.ts';

/** The servers of a folder, as it is now, over the connections of its pool. */
export function agentServers(
  pool: ServerPool,
  folder: () => Pick<AgentFolder, 'servers' | 'disabledServers'>,
  refresh: () => Promise<unknown>,
): AgentServers {
  const named = (name: string): KeptServer => pool.take(serverNamed(folder(), name));

  function list(): readonly ServerStatus[] {
    const { servers, disabledServers = [] } = folder();
    return [
      ...servers.map((server) => pool.take(server).status()),
      ...disabledServers.map(disabledStatus),
    ];
  }

  return {
    list,
    ping: async (name, options) => named(name).ping(options),
    log: (name) => named(name).log(),
    async reload(name) {
      await refresh();
      const { servers } = folder();
      const chosen = name === undefined ? servers.map((one) => pool.take(one)) : [named(name)];
      await Promise.all(chosen.map((server) => server.restart()));
      return list();
    },
  };
}

/** The server of that name. Throws `FolderError` where the agent has no such server, or does not use it. */
export function serverNamed(
  { servers, disabledServers = [] }: Pick<AgentFolder, 'servers' | 'disabledServers'>,
  name: string,
): ToolServer {
  const server = servers.find((one) => one.name === name);
  if (server) return server;
  const names = servers.map((one) => one.name).join(', ');
  const why = disabledServers.includes(name)
    ? `the MCP server ${name} is switched off: remove "disabled" from its description`
    : `there is no MCP server ${name}: ${names === '' ? 'the agent has none' : `there is ${names}`}`;
  throw new FolderError(why, { code: 'no-such-part' });
}

function disabledStatus(name: string): ServerStatus {
  return { name, state: 'disabled', tools: 0, malformedTools: [] };
}
