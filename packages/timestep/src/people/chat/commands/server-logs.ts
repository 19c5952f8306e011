import type { AgentServers, ServerLine } from '#engine/port';
import type { CalledAgentServers, ServersPort } from '../session-commands/command-port.ts';

/** The log of one MCP server, or the reason why no server or several have the given name. */
export type FoundServerLog =
  | { readonly name: string; readonly read: () => readonly ServerLine[] }
  | { readonly refusal: string };

/** Names a server of a called agent, such as `helper/sky`. */
export function nameCalledServer(agent: string, server: string): string {
  return `${agent}/${server}`;
}

/**
 * Finds the log of a server of the agent or, for instance as `helper/sky`, of an agent that it calls. Without an
 * exact name, the beginning of one suffices. Throws for a server of the agent that is disabled.
 */
export async function findServerLog(servers: ServersPort, given: string): Promise<FoundServerLog> {
  const called = (await servers.listCalled?.()) ?? [];
  const logs = [...listLogs(servers), ...called.flatMap(listLogsOfCalled)];
  const exact = logs.find(({ name }) => name === given);
  if (exact || called.length === 0) {
    return exact ?? { name: given, read: () => servers.readLog(given) };
  }
  const ofName = logs.filter(({ server }) => server === given);
  const found = ofName.length > 0 ? ofName : logs.filter(({ name }) => name.startsWith(given));
  const [only] = found;
  if (only && found.length === 1) return only;
  const names = (only ? found : logs).map(({ name }) => name).join(', ');
  const problem = only ? `${given} names several MCP servers` : `unknown MCP server ${given}`;
  return { refusal: `${problem}: ${names === '' ? 'there are none' : `use one of ${names}`}` };
}

interface NamedLog {
  readonly name: string;
  readonly server: string;
  readonly read: () => readonly ServerLine[];
}

function listLogs(servers: Pick<AgentServers, 'list' | 'readLog'>): readonly NamedLog[] {
  return servers
    .list()
    .map(({ name }) => ({ name, server: name, read: () => servers.readLog(name) }));
}

function listLogsOfCalled({ agent, servers }: CalledAgentServers): readonly NamedLog[] {
  return listLogs(servers).map((log) => ({ ...log, name: nameCalledServer(agent, log.server) }));
}
