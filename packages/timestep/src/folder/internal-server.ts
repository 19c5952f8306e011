import { AGENTS_SERVER } from './called-agents.ts';
import type { Fields } from './fields.ts';
import { currentSwitches } from './former-names.ts';
import { parseApproval, isServerName, parseSwitches, type ServerSwitches } from './tool-server.ts';

/** What the tools of a server of this process are for. */
export type InternalKind = 'rules' | 'references' | 'skills' | 'tools' | 'sessions' | 'agents';

/** A server whose tools are of this process: with them an agent reads and changes itself. */
export interface InternalServer extends ServerSwitches {
  readonly tools: InternalKind;
}

const KINDS: readonly InternalKind[] = [
  'rules',
  'references',
  'skills',
  'tools',
  'sessions',
  'agents',
];

/** The servers of type `internal`. One for tools that are not known here is left out, with a warning. */
export function internalServersIn(servers: Fields): InternalServer[] {
  return Object.keys(servers.value).flatMap((name): InternalServer[] => {
    const server = servers.inside(name);
    if (!isServerName(name) || server.value['type'] !== 'internal') return [];
    const tools = KINDS.find((kind) => kind === server.value['tool']);
    if (!tools) {
      server.warn('tool', `must be one of ${KINDS.join(', ')}; the server is left out`);
      return [];
    }
    const { enabled, include } = parseSwitches(server);
    return [
      {
        name,
        tools,
        enabled: currentSwitches(tools, enabled),
        include: currentSwitches(tools, include),
        approval: currentSwitches(tools, parseApproval(server, undefined)),
      },
    ];
  });
}

/**
 * An agent that names others has the tools to call them, also where no server of its is for that. A file
 * that has another server of that name, or switches it off, is followed.
 */
export function withAgentsServer(
  servers: readonly InternalServer[],
  agents: readonly string[] | undefined,
  fields: Fields,
): readonly InternalServer[] {
  if (!agents || servers.some(({ tools }) => tools === 'agents')) return servers;
  const described = fields.inside('mcpServers');
  if (described.value[AGENTS_SERVER] !== undefined) return servers;
  const nothing = described.inside(AGENTS_SERVER);
  const approval = parseApproval(nothing, undefined);
  return [...servers, { name: AGENTS_SERVER, tools: 'agents', ...parseSwitches(nothing), approval }];
}
