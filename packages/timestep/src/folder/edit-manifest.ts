import { isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import type { AgentStorage } from '../port/index.ts';
import { createTextChange, createCheckedEdit, readTextFile, type AgentEdit, type TextFile } from './agent-edit.ts';
import { getDisplayPath } from './agent-files.ts';
import { MANIFEST, PROMPT, SERVER_FILES } from './agent-paths.ts';
import { FolderError } from './folder-error.ts';
import { parseJsonFields } from './fields.ts';
import { formerName } from './former-names.ts';
import { LISTS } from './foreign-servers.ts';
import { setJsonValue, type JsonPath } from './json-edit.ts';
import type { Include } from './note.ts';
import { createProblemCollector, formatProblem } from './problem.ts';
import { isServerName } from './tool-server.ts';

/** Values by the names of settings; `null` takes one back. */
export type SettingChanges = Readonly<Record<string, JsonValue>>;

/** What is to be different about a tool, or about all tools of a server; `null` takes one back. */
export interface ToolSwitches {
  readonly enabled?: boolean | null;
  readonly include?: Include | null;
  readonly permissionRequired?: boolean | null;
}

const FIELDS_OF_SWITCHES: Readonly<Record<keyof ToolSwitches, string>> = {
  enabled: 'toolEnabled',
  include: 'toolInclude',
  permissionRequired: 'toolPermissionRequired',
};

/** The edit that sets fields of `settings`. Rejects with `FolderError`. */
export async function setSettings(
  storage: AgentStorage,
  settings: SettingChanges,
): Promise<AgentEdit> {
  const values = Object.entries(settings).map(([name, value]) => at(['settings', name], value));
  return edited(storage, await jsonFile(storage, MANIFEST), values);
}

/** The edit that sets fields of `metadata`, such as the description. Rejects with `FolderError`. */
export async function setMetadata(
  storage: AgentStorage,
  metadata: SettingChanges,
): Promise<AgentEdit> {
  const values = Object.entries(metadata).map(([name, value]) => at(['metadata', name], value));
  return edited(storage, await jsonFile(storage, MANIFEST), values);
}

/** The edit that gives an agent another prompt. Rejects with `FolderError`. */
export async function setPrompt(storage: AgentStorage, prompt: string): Promise<AgentEdit> {
  const after = `${prompt.trim()}\n`;
  const file = await readTextFile(storage, PROMPT);
  return createCheckedEdit(storage, file ? createTextChange(file, after) : [{ path: PROMPT, after }]);
}

/**
 * The edit that changes a single tool of a server, or what holds for all tools of it that are not
 * named. A single tool never changes what holds for the others. Rejects with `FolderError`.
 */
export async function setToolSwitches(
  storage: AgentStorage,
  { server, tool }: { readonly server: string; readonly tool?: string },
  switches: ToolSwitches,
): Promise<AgentEdit> {
  const { file, path, server: described } = await placeOfServer(storage, server);
  const which = tool === undefined ? ['serverDefault'] : ['tools', tool];
  const isInternal = described['type'] === 'internal';
  const former = tool !== undefined && isInternal ? formerName(tool) : undefined;
  const values = Object.entries(FIELDS_OF_SWITCHES).flatMap(([name, field]) => {
    const value = switches[name as keyof ToolSwitches];
    if (value === undefined) return [];
    // A former name that stayed would go on to hold where the switch is taken back.
    const before = former === undefined ? [] : [at([...path, field, 'tools', former], null)];
    return [...before, at([...path, field, ...which], value)];
  });
  return edited(storage, file, values);
}

/** The edit that adds an MCP server, as `tsagent.json` describes one. Rejects with `FolderError`. */
export async function addServer(
  storage: AgentStorage,
  name: string,
  server: JsonObject,
): Promise<AgentEdit> {
  if (!isServerName(name)) {
    throw new FolderError(`"${name}" is not the name of a server: use letters, digits, - and _`);
  }
  if (await findServer(storage, name)) {
    const message = `there is a server named ${name} already: choose another name, or change that`;
    throw new FolderError(message, { code: 'exists-already' });
  }
  return edited(storage, await jsonFile(storage, MANIFEST), [at(['mcpServers', name], server)]);
}

/** The edit that describes an MCP server anew. Rejects with `FolderError`. */
export async function updateServer(
  storage: AgentStorage,
  name: string,
  server: JsonObject,
): Promise<AgentEdit> {
  const { file, path } = await placeOfServer(storage, name);
  return edited(storage, file, [at(path, server)]);
}

/** The edit that removes an MCP server. Rejects with `FolderError`. */
export async function removeServer(storage: AgentStorage, name: string): Promise<AgentEdit> {
  const { file, path } = await placeOfServer(storage, name);
  return edited(storage, file, [at(path, null)]);
}

/** A value and its place in a JSON file; `null` removes what is there. */
interface Value {
  readonly path: JsonPath;
  readonly value: JsonValue;
}

function at(path: JsonPath, value: JsonValue): Value {
  return { path, value };
}

async function edited(
  storage: AgentStorage,
  file: TextFile,
  values: readonly Value[],
): Promise<AgentEdit> {
  const after = values.reduce(
    (text, { path, value }) => setJsonValue(text, path, value ?? undefined),
    file.text,
  );
  return createCheckedEdit(storage, createTextChange(file, after));
}

/** A file whose text is a JSON object. */
async function jsonFile(storage: AgentStorage, path: string): Promise<TextFile> {
  const file = await readTextFile(storage, path);
  const shown = getDisplayPath(storage, path);
  if (!file) throw new FolderError(`${shown} does not exist`, { code: 'no-such-part' });
  const { problems, report } = createProblemCollector();
  const [problem] = parseJsonFields(file.text, shown, report) ? [] : problems;
  if (problem) throw new FolderError(formatProblem(problem));
  return file;
}

interface ServerPlace {
  readonly file: TextFile;
  readonly path: JsonPath;
  /** As it is described there. */
  readonly server: JsonObject;
}

async function placeOfServer(storage: AgentStorage, name: string): Promise<ServerPlace> {
  const place = await findServer(storage, name);
  if (place) return place;
  throw new FolderError(`there is not a server named ${name}`, { code: 'no-such-part' });
}

/** The manifest comes before a file of servers beside it, as where an agent is read. */
export async function findServer(
  storage: AgentStorage,
  name: string,
): Promise<ServerPlace | undefined> {
  for (const path of [MANIFEST, ...SERVER_FILES]) {
    if (!(await storage.read(path))) continue;
    const file = await jsonFile(storage, path);
    const value = JSON.parse(file.text) as JsonObject;
    const list = path === MANIFEST ? 'mcpServers' : LISTS.find((one) => isJsonObject(value[one]));
    const servers = list === undefined ? undefined : value[list];
    const server = isJsonObject(servers) ? servers[name] : undefined;
    if (list !== undefined && isJsonObject(server)) return { file, path: [list, name], server };
  }
  return undefined;
}
