import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/index.ts';
import type { AgentStorage } from '../../../engine/port/index.ts';
import {
  createTextChange,
  createCheckedEdit,
  readTextFile,
  type AgentEdit,
  type TextFile,
} from './agent-edit.ts';
import { getDisplayPath } from '../storage/agent-files.ts';
import { MANIFEST, PROMPT, SERVER_FILES } from '../storage/agent-paths.ts';
import { FolderError } from '../folder-error.ts';
import { parseJsonFields } from '../text/fields.ts';
import { findFormerName } from '../read/former-names.ts';
import { LISTS } from '../read/foreign-servers.ts';
import { setJsonValue, type JsonPath } from '../text/json-text.ts';
import type { Include } from '../note.ts';
import { createProblemCollector, formatProblem } from '../problem.ts';
import { isServerName } from '../read/tool-server.ts';

/** New values by field name. `null` removes a field. */
export type SettingChanges = Readonly<Record<string, JsonValue>>;

/** For one tool, or for all tools of a server. `null` removes a value. */
export interface ToolSwitches {
  readonly enabled?: boolean | null;
  readonly include?: Include | null;
  readonly permissionRequired?: boolean | null;
}

const SWITCH_FIELDS: Readonly<Record<keyof ToolSwitches, string>> = {
  enabled: 'toolEnabled',
  include: 'toolInclude',
  permissionRequired: 'toolPermissionRequired',
};

/** Creates the edit that sets fields of `settings`. Rejects with `FolderError`. */
export async function setSettings(
  storage: AgentStorage,
  settings: SettingChanges,
): Promise<AgentEdit> {
  const values = Object.entries(settings).map(([name, value]) =>
    toPathValue(['settings', name], value),
  );
  return createJsonEdit(storage, await requireJsonFile(storage, MANIFEST), values);
}

/** Creates the edit that sets fields of `metadata`. Rejects with `FolderError`. */
export async function setMetadata(
  storage: AgentStorage,
  metadata: SettingChanges,
): Promise<AgentEdit> {
  const values = Object.entries(metadata).map(([name, value]) =>
    toPathValue(['metadata', name], value),
  );
  return createJsonEdit(storage, await requireJsonFile(storage, MANIFEST), values);
}

/** Creates the edit that replaces the agent's prompt. Rejects with `FolderError`. */
export async function setPrompt(storage: AgentStorage, prompt: string): Promise<AgentEdit> {
  const after = `${prompt.trim()}\n`;
  const file = await readTextFile(storage, PROMPT);
  return createCheckedEdit(
    storage,
    file ? createTextChange(file, after) : [{ path: PROMPT, after }],
  );
}

/** Changes one tool, or the default of a server. Rejects with `FolderError`. */
export async function setToolSwitches(
  storage: AgentStorage,
  { server, tool }: { readonly server: string; readonly tool?: string },
  switches: ToolSwitches,
): Promise<AgentEdit> {
  const { file, path, server: described } = await requireServerDefinition(storage, server);
  const which = tool === undefined ? ['serverDefault'] : ['tools', tool];
  const isInternal = described['type'] === 'internal';
  const former = tool !== undefined && isInternal ? findFormerName(tool) : undefined;
  const values = Object.entries(SWITCH_FIELDS).flatMap(([name, field]) => {
    const value = switches[name as keyof ToolSwitches];
    if (value === undefined) return [];
    // A setting under the former name would still apply once the new setting is removed.
    const before =
      former === undefined ? [] : [toPathValue([...path, field, 'tools', former], null)];
    return [...before, toPathValue([...path, field, ...which], value)];
  });
  return createJsonEdit(storage, file, values);
}

/** Takes the format of `tsagent.json`. Rejects with `FolderError`. */
export async function addServer(
  storage: AgentStorage,
  name: string,
  server: JsonObject,
): Promise<AgentEdit> {
  if (!isServerName(name)) {
    throw new FolderError(`"${name}" is not a valid server name: use letters, digits, - and _`);
  }
  if (await findServerDefinition(storage, name)) {
    const message = `a server named ${name} already exists: choose another name, or update it`;
    throw new FolderError(message, { code: 'exists-already' });
  }
  return createJsonEdit(storage, await requireJsonFile(storage, MANIFEST), [
    toPathValue(['mcpServers', name], server),
  ]);
}

/** Creates the edit that replaces the definition of an MCP server. Rejects with `FolderError`. */
export async function updateServer(
  storage: AgentStorage,
  name: string,
  server: JsonObject,
): Promise<AgentEdit> {
  const { file, path } = await requireServerDefinition(storage, name);
  return createJsonEdit(storage, file, [toPathValue(path, server)]);
}

/** Creates the edit that removes an MCP server. Rejects with `FolderError`. */
export async function removeServer(storage: AgentStorage, name: string): Promise<AgentEdit> {
  const { file, path } = await requireServerDefinition(storage, name);
  return createJsonEdit(storage, file, [toPathValue(path, null)]);
}

interface PathValue {
  readonly path: JsonPath;
  readonly value: JsonValue;
}

function toPathValue(path: JsonPath, value: JsonValue): PathValue {
  return { path, value };
}

async function createJsonEdit(
  storage: AgentStorage,
  file: TextFile,
  values: readonly PathValue[],
): Promise<AgentEdit> {
  const after = values.reduce(
    (text, { path, value }) => setJsonValue(text, path, value ?? undefined),
    file.text,
  );
  return createCheckedEdit(storage, createTextChange(file, after));
}

/** Rejects with `FolderError` unless the text is a JSON object. */
async function requireJsonFile(storage: AgentStorage, path: string): Promise<TextFile> {
  const file = await readTextFile(storage, path);
  const shown = getDisplayPath(storage, path);
  if (!file) throw new FolderError(`${shown} does not exist`, { code: 'no-such-part' });
  const { problems, report } = createProblemCollector();
  const [problem] = parseJsonFields(file.text, shown, report) ? [] : problems;
  if (problem) throw new FolderError(formatProblem(problem));
  return file;
}

interface ServerDefinition {
  readonly file: TextFile;
  readonly path: JsonPath;
  readonly server: JsonObject;
}

async function requireServerDefinition(
  storage: AgentStorage,
  name: string,
): Promise<ServerDefinition> {
  const place = await findServerDefinition(storage, name);
  if (place) return place;
  throw new FolderError(`no server is named ${name}`, { code: 'no-such-part' });
}

/** The manifest precedes a separate file of servers, as when the agent is read. */
export async function findServerDefinition(
  storage: AgentStorage,
  name: string,
): Promise<ServerDefinition | undefined> {
  for (const path of [MANIFEST, ...SERVER_FILES]) {
    if (!(await storage.read(path))) continue;
    const file = await requireJsonFile(storage, path);
    const value = JSON.parse(file.text) as JsonObject;
    const list = path === MANIFEST ? 'mcpServers' : LISTS.find((one) => isJsonObject(value[one]));
    const servers = list === undefined ? undefined : value[list];
    const server = isJsonObject(servers) ? servers[name] : undefined;
    if (list !== undefined && isJsonObject(server)) return { file, path: [list, name], server };
  }
  return undefined;
}
