import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/index.ts';
import type { AgentStorage, AgentToolChange } from '../../../engine/port/index.ts';
import {
  createMissingError,
  createProblemCollector,
  FolderError,
  formatProblem,
} from '../problem.ts';
import { LISTS } from '../read/foreign-servers.ts';
import { findFormerName } from '../read/internal-server.ts';
import type { Include } from '../read/notes.ts';
import { isServerName } from '../read/tool-server.ts';
import { getDisplayPath } from '../storage/agent-files.ts';
import { MANIFEST, PROMPT, SERVER_FILES } from '../storage/agent-paths.ts';
import { parseJsonFields } from '../text/fields.ts';
import { setJsonValue, type JsonPath } from '../text/json-text.ts';
import {
  createTextChange,
  createCheckedEdit,
  readTextFile,
  type AgentEdit,
  type TextFile,
} from './agent-edit.ts';

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
export function setSettings(storage: AgentStorage, settings: SettingChanges): Promise<AgentEdit> {
  return setManifestFields(storage, 'settings', settings);
}

/** Creates the edit that sets fields of `metadata`. Rejects with `FolderError`. */
export function setMetadata(storage: AgentStorage, metadata: SettingChanges): Promise<AgentEdit> {
  return setManifestFields(storage, 'metadata', metadata);
}

async function setManifestFields(
  storage: AgentStorage,
  section: string,
  fields: SettingChanges,
): Promise<AgentEdit> {
  const values = Object.entries(fields).map(([name, value]): PathValue => [[section, name], value]);
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
  const values = Object.entries(SWITCH_FIELDS).flatMap(([name, field]): PathValue[] => {
    const value = switches[name as keyof ToolSwitches];
    if (value === undefined) return [];
    const change: PathValue = [[...path, field, ...which], value];
    // A setting under the former name would still apply once the new setting is removed.
    return former === undefined ? [change] : [[[...path, field, 'tools', former], null], change];
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
  return setManifestFields(storage, 'mcpServers', { [name]: server });
}

/** Creates the edit that replaces the definition of an MCP server. Rejects with `FolderError`. */
export async function updateServer(
  storage: AgentStorage,
  name: string,
  server: JsonObject,
): Promise<AgentEdit> {
  const { file, path } = await requireServerDefinition(storage, name);
  return createJsonEdit(storage, file, [[path, server]]);
}

/** Creates the edit that removes an MCP server. Rejects with `FolderError`. */
export async function removeServer(storage: AgentStorage, name: string): Promise<AgentEdit> {
  const { file, path } = await requireServerDefinition(storage, name);
  return createJsonEdit(storage, file, [[path, null]]);
}

type PathValue = readonly [path: JsonPath, value: JsonValue];

async function createJsonEdit(
  storage: AgentStorage,
  file: TextFile,
  values: readonly PathValue[],
): Promise<AgentEdit> {
  const after = values.reduce(
    (text, [path, value]) => setJsonValue(text, path, value ?? undefined),
    file.text,
  );
  return createCheckedEdit(storage, createTextChange(file, after));
}

/** Rejects with `FolderError` unless the text is a JSON object. */
async function requireJsonFile(storage: AgentStorage, path: string): Promise<TextFile> {
  const file = await readTextFile(storage, path);
  const shown = getDisplayPath(storage, path);
  if (!file) throw createMissingError(`${shown} does not exist`);
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
  throw createMissingError(`no server is named ${name}`);
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

/** Keeps other tools in the file. Rejects with `FolderError`. */
export async function createSetAgentToolEdit(
  storage: AgentStorage,
  { before, tool }: AgentToolChange,
): Promise<AgentEdit> {
  const { metadata } = JSON.parse((await requireJsonFile(storage, MANIFEST)).text) as JsonObject;
  const written = isJsonObject(metadata) ? metadata['tools'] : undefined;
  const tools = Array.isArray(written) ? (written as readonly JsonValue[]) : [];
  const at = tools.findIndex((one) => isJsonObject(one) && one['name'] === before);
  if (before !== undefined && at === -1) {
    throw createMissingError(
      `the agent has no tool ${before}: it may have been renamed or removed`,
    );
  }
  const added: readonly JsonObject[] = tool ? [{ ...tool }] : [];
  return setMetadata(storage, {
    tools: before === undefined ? [...tools, ...added] : tools.toSpliced(at, 1, ...added),
  });
}
