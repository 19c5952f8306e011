import type { Surroundings } from './command.ts';
import { CommandError } from './command-error.ts';
import { agentNamed } from './person-agents.ts';

/** A server with logins: its address, and its name where the files of an agent give one. */
export interface LoginPlace {
  readonly address: string;
  readonly name: string;
}

/**
 * The server that operands mean: an address, or a server of an agent, which need not be named where the agent has
 * one at an address alone. Throws `CommandError`, and `FolderError` where the files cannot be read.
 */
export async function loginPlace(
  operand: string,
  serverName: string,
  env: Surroundings['env'],
): Promise<LoginPlace> {
  const { isAddress } = await import('../catalog/index.ts');
  if (isAddress(operand)) return { address: operand, name: operand };
  const { readAgentFolder } = await import('../folder/index.ts');
  const { source } = await agentNamed(operand, env);
  const { servers } = readAgentFolder(source);
  const reached = servers.flatMap(({ name, target, oauth }) =>
    'url' in target && !oauth ? [{ name, address: String(target.url) }] : [],
  );
  const names = reached.map(({ name }) => name).join(', ');
  const [only, ...others] = reached;
  if (!only) {
    const message = `${operand} has no MCP server at an address for which a person could log in`;
    throw new CommandError('no-server', message);
  }
  if (serverName === '') {
    if (others.length === 0) return only;
    throw new CommandError('no-server', `${operand} has several servers, name one: ${names}`);
  }
  const found = reached.find(({ name }) => name === serverName);
  if (found) return found;
  const message = `${operand} has no server ${serverName} for which a person could log in: there is ${names}`;
  throw new CommandError('no-server', message);
}
