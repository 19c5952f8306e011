import type { CommandContext } from '../../command.ts';
import { CommandError } from '../../command-error.ts';
import { resolveAgent } from '../../agents/user-agents.ts';

/** Finds a server by URL, or among the MCP servers of an agent. The only server needs no name. */
export async function requireServerForLogin(
  operand: string,
  serverName: string,
  env: CommandContext['env'],
): Promise<{ readonly address: string; readonly name: string }> {
  const { isAddress } = await import('#serving/catalog');
  if (isAddress(operand)) return { address: operand, name: operand };
  const { readAgentFolder } = await import('#agents/folder');
  const { source } = await resolveAgent(operand, env);
  const { servers } = readAgentFolder(source);
  const reached = servers.flatMap(({ name, target, oauth }) =>
    'url' in target && !oauth ? [{ name, address: String(target.url) }] : [],
  );
  const names = reached.map(({ name }) => name).join(', ');
  const [only, ...others] = reached;
  if (!only) {
    const message = `${operand} has no remote MCP server that supports login`;
    throw new CommandError('no-server', message);
  }
  if (serverName === '') {
    if (others.length === 0) return only;
    throw new CommandError('no-server', `${operand} has several servers: name one of ${names}`);
  }
  const found = reached.find(({ name }) => name === serverName);
  if (found) return found;
  const message = `${operand} has no server ${serverName} that supports login: give one of ${names}`;
  throw new CommandError('no-server', message);
}
