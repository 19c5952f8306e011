import { type JsonObject, isJsonObject } from '#core';
import type { AgentStorage } from '#engine/port';
import { FolderError, createNoSuchPartError } from '../problem.ts';
import { SERVER_LISTS } from '../read/known-fields.ts';
import { isServerName } from '../read/servers/server-switches.ts';
import { MANIFEST, SERVER_FILES } from '../storage/agent-paths.ts';
import type { JsonPath } from '../text/json-tree.ts';
import type { AgentEdit, TextFile } from './agent-edit.ts';
import { createJsonEdit, requireJsonFile } from './edit-json-file.ts';
import { planManifestFieldsEdit } from './edit-manifest.ts';

/** Creates the edit that adds an MCP server as in `tsagent.json`. Rejects with `FolderError`. */
export async function planNewServer(
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
  return planManifestFieldsEdit(storage, 'mcpServers', { [name]: server });
}

/** Creates the edit that replaces the definition of an MCP server. Rejects with `FolderError`. */
export async function planServerUpdate(
  storage: AgentStorage,
  name: string,
  server: JsonObject,
): Promise<AgentEdit> {
  const { file, path } = await requireServerDefinition(storage, name);
  return createJsonEdit(storage, file, [[path, server]]);
}

/** Creates the edit that removes an MCP server. Rejects with `FolderError`. */
export async function planServerRemoval(storage: AgentStorage, name: string): Promise<AgentEdit> {
  const { file, path } = await requireServerDefinition(storage, name);
  return createJsonEdit(storage, file, [[path, null]]);
}

interface ServerDefinition {
  readonly file: TextFile;
  readonly path: JsonPath;
  readonly server: JsonObject;
}

export async function requireServerDefinition(
  storage: AgentStorage,
  name: string,
): Promise<ServerDefinition> {
  const place = await findServerDefinition(storage, name);
  if (place) return place;
  throw createNoSuchPartError(`no server is named ${name}`);
}

/** Finds the definition of a server. The manifest takes precedence over a separate file. */
export async function findServerDefinition(
  storage: AgentStorage,
  name: string,
): Promise<ServerDefinition | undefined> {
  for (const path of [MANIFEST, ...SERVER_FILES]) {
    if (!(await storage.read(path))) continue;
    const { value, ...file } = await requireJsonFile(storage, path);
    const list =
      path === MANIFEST ? 'mcpServers' : SERVER_LISTS.find((one) => isJsonObject(value[one]));
    const servers = list === undefined ? undefined : value[list];
    const server = isJsonObject(servers) ? servers[name] : undefined;
    if (list !== undefined && isJsonObject(server)) return { file, path: [list, name], server };
  }
  return undefined;
}
