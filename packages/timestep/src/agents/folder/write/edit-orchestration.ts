import { isJsonObject, type JsonObject, type JsonValue } from '#core';
import type { AgentStorage, Orchestration } from '#engine/port';
import { FolderError } from '../problem.ts';
import { AGENTS_SERVER } from '../read/called-agents.ts';
import { WITHOUT_SECRETS } from '../read/parse-folder.ts';
import { parseFolderOrThrow } from '../read/read-agent-folder.ts';
import { getCurrentToolName } from '../read/servers/former-tool-names.ts';
import type { InternalServer } from '../read/servers/internal-server.ts';
import { getToolValue } from '../read/servers/tool-offer.ts';
import { readAgentFiles } from '../storage/agent-files.ts';
import type { AgentEdit } from './agent-edit.ts';
import { combineEdits, type CreateEdit } from './combine-edits.ts';
import {
  planNewServer,
  findServerDefinition,
  requireServerDefinition,
  planServerUpdate,
} from './edit-servers.ts';

/**
 * Tools that change rules and references, which an agent does not get if it delegates work to other agents.
 */
const CHANGING = {
  rules: ['create_rule', 'update_rule', 'delete_rule', 'exclude_rule'],
  references: ['create_reference', 'update_reference', 'delete_reference', 'exclude_reference'],
};

type NoteServer = InternalServer & { readonly tools: keyof typeof CHANGING };

const isNoteServer = (server: InternalServer): server is NoteServer => server.tools in CHANGING;

/** Lets an agent call other agents instead of editing its own rules and references, or the reverse. */
export async function planOrchestrationEdit(
  storage: AgentStorage,
  isOn: boolean,
): Promise<AgentEdit> {
  const files = await readAgentFiles({ storage });
  const { internalServers } = parseFolderOrThrow(files, WITHOUT_SECRETS);
  const calling = internalServers.filter(({ tools }) => tools === 'agents');
  const names = calling.length > 0 ? calling.map(({ name }) => name) : [AGENTS_SERVER];
  const makers = [
    ...names.map((name) => createCallToolsEdit(name, isOn)),
    ...internalServers.filter(isNoteServer).map((server) => createChangeToolsEdit(server, isOn)),
  ];
  return combineEdits(storage, makers);
}

/** Returns whether the agent calls other agents (`on`) or edits its own notes (`off`). */
export function getOrchestration(servers: readonly InternalServer[]): Orchestration {
  const isAnyOn = ({ enabled: { serverDefault, tools } }: InternalServer): boolean =>
    serverDefault || [...tools.values()].includes(true);
  if (!servers.some((server) => server.tools === 'agents' && isAnyOn(server))) return 'off';
  const isChanging = ({ tools: kind, enabled }: NoteServer): boolean =>
    CHANGING[kind].some((tool) => getToolValue(enabled, tool));
  return servers.filter(isNoteServer).some(isChanging) ? 'partly' : 'on';
}

function createCallToolsEdit(name: string, isOn: boolean): CreateEdit {
  return async (storage) => {
    const toolEnabled = { serverDefault: isOn };
    const place = await findServerDefinition(storage, name);
    if (!place)
      return planNewServer(storage, name, { type: 'internal', tool: 'agents', toolEnabled });
    const { disabled: _disabled, enabled: _enabled, ...server } = place.server;
    if (server['type'] !== 'internal' || server['tool'] !== 'agents') {
      const message = `the server ${name} is not for calling agents: define a server with "type": "internal" and "tool": "agents" under another name`;
      throw new FolderError(message);
    }
    const later = server['tools'];
    return planServerUpdate(storage, name, {
      ...(isOn ? server : place.server),
      ...(isJsonObject(later) && { tools: removeEnabledFields(later) }),
      toolEnabled,
    });
  };
}

function removeEnabledFields(tools: JsonObject): JsonObject {
  const kept = Object.entries(tools).map(([name, tool]): [string, JsonValue] => {
    const { enabled: _enabled, ...others } = toObjectOrEmpty(tool);
    return [name, isJsonObject(tool) ? others : tool];
  });
  return Object.fromEntries(kept);
}

function toObjectOrEmpty(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function createChangeToolsEdit({ name, tools: kind }: NoteServer, isCaller: boolean): CreateEdit {
  return async (storage) => {
    const { toolEnabled, ...server } = (await requireServerDefinition(storage, name)).server;
    const { tools: before, ...kept } = toObjectOrEmpty(toolEnabled);
    const others = Object.entries(toObjectOrEmpty(before)).filter(
      ([tool]) => !CHANGING[kind].includes(getCurrentToolName(kind, tool)),
    );
    const off = isCaller ? CHANGING[kind].map((tool): [string, JsonValue] => [tool, false]) : [];
    const tools = Object.fromEntries([...others, ...off]);
    const after = { ...kept, ...(Object.keys(tools).length > 0 && { tools }) };
    return planServerUpdate(storage, name, {
      ...server,
      ...(Object.keys(after).length > 0 && { toolEnabled: after }),
    });
  };
}
