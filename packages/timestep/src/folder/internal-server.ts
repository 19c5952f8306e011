import type { Fields } from './fields.ts';
import { approvalIn, isServerName, switchesIn, type ServerSwitches } from './tool-server.ts';

/** What the tools of a server of this process are for. */
export type InternalKind = 'rules' | 'references' | 'skills' | 'tools' | 'sessions';

/** A server whose tools are of this process: with them an agent reads and changes itself. */
export interface InternalServer extends ServerSwitches {
  readonly tools: InternalKind;
}

const KINDS: readonly InternalKind[] = ['rules', 'references', 'skills', 'tools', 'sessions'];

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
    return [{ name, tools, ...switchesIn(server), approval: approvalIn(server, undefined) }];
  });
}
