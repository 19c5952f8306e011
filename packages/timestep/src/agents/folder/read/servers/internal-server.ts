import { reportUnknownFields } from '../../text/unknown-fields.ts';
import { KNOWN_FIELDS } from '../known-fields.ts';
import type { Fields } from '../../text/fields.ts';
import { AGENTS_SERVER } from '../called-agents.ts';
import { type InternalKind, KINDS, renameSwitches } from './former-tool-names.ts';
import { type ServerSwitches, isServerName, parseSwitches } from './server-switches.ts';

/** A built-in server whose tools run in this process. With them an agent reads and edits itself. */
export interface InternalServer extends ServerSwitches {
  readonly tools: InternalKind;
}

export function parseInternalServers(servers: Fields): InternalServer[] {
  return Object.keys(servers.value).flatMap((name): InternalServer[] => {
    const server = servers.getObject(name);
    if (!isServerName(name) || server.value['type'] !== 'internal') return [];
    const tools = KINDS.find((kind) => kind === server.value['tool']);
    if (!tools) {
      server.reportWarning('tool', `must be one of ${KINDS.join(', ')}; the server is ignored`);
      return [];
    }
    reportUnknownFields(server, KNOWN_FIELDS.internalServer);
    const { enabled, include, approval } = parseSwitches(server, undefined);
    return [
      {
        name,
        tools,
        enabled: renameSwitches(tools, enabled),
        include: renameSwitches(tools, include),
        approval: renameSwitches(tools, approval),
      },
    ];
  });
}

/** Adds the server for calling agents, unless the file defines a server with this name. */
export function addAgentsServer(
  servers: readonly InternalServer[],
  agents: readonly string[] | undefined,
  fields: Fields,
): readonly InternalServer[] {
  if (!agents || servers.some(({ tools }) => tools === 'agents')) return servers;
  const described = fields.getObject('mcpServers');
  if (described.value[AGENTS_SERVER] !== undefined) return servers;
  const switches = parseSwitches(described.getObject(AGENTS_SERVER), undefined);
  return [...servers, { name: AGENTS_SERVER, tools: 'agents', ...switches }];
}
