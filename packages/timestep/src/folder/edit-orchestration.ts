import { isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import type { AgentStorage, Orchestration } from '../port/index.ts';
import { readAgentFiles, toAgentLocation } from './agent-files.ts';
import type { AgentEdit } from './agent-edit.ts';
import { AGENTS_SERVER } from './called-agents.ts';
import { addServer, findServerDefinition, updateServer } from './edit-manifest.ts';
import { currentName } from './former-names.ts';
import { FolderError, throwMistakes } from './folder-error.ts';
import { parseFolder, WITHOUT_SECRETS } from './folder-from-files.ts';
import type { InternalServer } from './internal-server.ts';
import { combineEdits, type CreateEdit } from './combine-edits.ts';
import { createProblemCollector } from './problem.ts';

/** Tools that change what an agent reads, which one that gives work to others should leave alone. */
const CHANGING: Readonly<Record<'rules' | 'references', readonly string[]>> = {
  rules: ['create_rule', 'update_rule', 'delete_rule', 'exclude_rule'],
  references: ['create_reference', 'update_reference', 'delete_reference', 'exclude_reference'],
};

/**
 * The edit that lets an agent call others, or no longer. On: its tools for that are there, all of them, and
 * those that change its rules and references are not. Off: the reverse. Whatever else its servers say
 * stays. Rejects with `FolderError`.
 */
export async function setOrchestration(storage: AgentStorage, isOn: boolean): Promise<AgentEdit> {
  const { internalServers } = await internalServersOf(storage);
  const calling = internalServers.filter(({ tools }) => tools === 'agents');
  const names = calling.length > 0 ? calling.map(({ name }) => name) : [AGENTS_SERVER];
  const makers = [
    ...names.map((name) => switchedCalls(name, isOn)),
    ...internalServers.flatMap((server) => switchedChanges(server, isOn)),
  ];
  return combineEdits(storage, makers);
}

/** Whether an agent with these servers calls others, and leaves its rules and references alone. */
export function orchestrationOf(servers: readonly InternalServer[]): Orchestration {
  const isOn = ({ enabled: { serverDefault, tools } }: InternalServer, tool?: string): boolean =>
    tool === undefined
      ? serverDefault || [...tools.values()].includes(true)
      : (tools.get(tool) ?? serverDefault);
  const isCalling = servers.some((server) => server.tools === 'agents' && isOn(server));
  if (!isCalling) return 'off';
  const isChanging = servers.some(
    (server) =>
      (server.tools === 'rules' || server.tools === 'references') &&
      CHANGING[server.tools].some((tool) => isOn(server, tool)),
  );
  return isChanging ? 'partly' : 'on';
}

async function internalServersOf(
  storage: AgentStorage,
): Promise<{ readonly internalServers: readonly InternalServer[] }> {
  const files = await readAgentFiles(toAgentLocation(storage));
  const { problems, report } = createProblemCollector();
  const folder = parseFolder(files, WITHOUT_SECRETS, report);
  throwMistakes(problems);
  if (folder) return folder;
  throw new FolderError(`${files.location} is not an agent`);
}

/** The server of the tools with which an agent calls others: all of them, or none. */
function switchedCalls(name: string, isOn: boolean): CreateEdit {
  return async (storage) => {
    const toolEnabled = { serverDefault: isOn };
    const place = await findServerDefinition(storage, name);
    if (!place) {
      const server = { type: 'internal', tool: 'agents', toolEnabled };
      return addServer(storage, name, server);
    }
    const { disabled: _disabled, enabled: _enabled, ...server } = place.server;
    if (server['type'] !== 'internal' || server['tool'] !== 'agents') {
      throw new FolderError(
        `the server ${name} is not for calls of agents: describe one with "type": "internal" and "tool": "agents" under another name`,
      );
    }
    const later = server['tools'];
    return updateServer(storage, name, {
      ...(isOn ? server : place.server),
      ...(isJsonObject(later) && { tools: withoutEnabled(later) }),
      toolEnabled,
    });
  };
}

/** The later spelling of switches has them by tool. */
function withoutEnabled(tools: JsonObject): JsonObject {
  const kept = Object.entries(tools).map(([name, tool]): [string, JsonValue] => {
    if (!isJsonObject(tool)) return [name, tool];
    const { enabled: _enabled, ...others } = tool;
    return [name, others];
  });
  return Object.fromEntries(kept);
}

/** The tools of a server that change rules or references: there while the agent calls none. */
function switchedChanges({ name, tools: kind }: InternalServer, isOn: boolean): CreateEdit[] {
  if (kind !== 'rules' && kind !== 'references') return [];
  return [
    async (storage) => {
      const place = await findServerDefinition(storage, name);
      if (!place) throw new FolderError(`there is not a server named ${name}`);
      const { toolEnabled = {}, ...server } = place.server;
      const switches = isJsonObject(toolEnabled) ? toolEnabled : {};
      const before = isJsonObject(switches['tools']) ? switches['tools'] : {};
      const others = Object.entries(before).filter(
        ([tool]) => !CHANGING[kind].includes(currentName(kind, tool)),
      );
      const off = CHANGING[kind].map((tool): [string, JsonValue] => [tool, false]);
      const tools = Object.fromEntries([...others, ...(isOn ? off : [])]);
      const { tools: _before, ...kept } = switches;
      const after = { ...kept, ...(Object.keys(tools).length > 0 && { tools }) };
      return updateServer(storage, name, {
        ...server,
        ...(Object.keys(after).length > 0 && { toolEnabled: after }),
      });
    },
  ];
}
