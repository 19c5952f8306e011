import type { AgentServers, ServerStatus } from '../port/index.ts';
import type { AgentFolder } from './agent-folder.ts';
import { FolderError } from './folder-error.ts';
import type { KeptServer } from './kept-server.ts';
import type { ServerPool } from './server-pool.ts';

/** The servers of a folder, as it is now, over the connections of its pool. */
export function agentServers(
  pool: ServerPool,
  folder: () => AgentFolder,
  refresh: () => Promise<unknown>,
): AgentServers {
  function named(name: string): KeptServer {
    const { servers, disabledServers = [] } = folder();
    const server = servers.find((one) => one.name === name);
    if (server) return pool.take(server);
    const names = servers.map((one) => one.name).join(', ');
    const why = disabledServers.includes(name)
      ? `the MCP server ${name} is switched off: remove "disabled" from its description`
      : `there is no MCP server ${name}: ${names === '' ? 'the agent has none' : `there is ${names}`}`;
    throw new FolderError(why, { code: 'no-such-part' });
  }

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

function disabledStatus(name: string): ServerStatus {
  return { name, state: 'disabled', tools: 0, malformedTools: [] };
}
