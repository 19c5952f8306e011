import { isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import type { Fields } from './fields.ts';

/** Names under which programs keep MCP servers in a file of their own. */
export const LISTS = ['mcpServers', 'servers', 'mcp'] as const;

/** The object of servers in an `mcp.json`, however it is called; `undefined` where there is none. */
export function serverListIn(fields: Fields): Fields | undefined {
  const name = LISTS.find((one) => fields.value[one] !== undefined);
  if (name !== undefined) return fields.inside(name);
  if (Object.keys(fields.value).length > 0) {
    fields.warn('mcpServers', 'is missing, so that the file names no servers');
  }
  return undefined;
}

/** A server as `tsagent.json` has it, made of the spellings of other programs. */
export function ownServer(server: JsonObject): JsonObject {
  const { url, httpUrl, serverUrl, http_headers, environment, type, command, ...others } = server;
  const address = url ?? httpUrl ?? serverUrl;
  const headers = others['headers'] ?? http_headers;
  const env = others['env'] ?? environment;
  const [program, ...args] = Array.isArray(command) ? command : [command];
  return withOwnVariables({
    ...others,
    ...(isOwnType(type) && { type }),
    ...(address !== undefined && { url: address }),
    ...(program !== undefined && { command: program }),
    ...(args.length > 0 && { args }),
    ...(headers !== undefined && { headers }),
    ...(env !== undefined && { env }),
  });
}

/** True for a server that its file switches off. */
export function isSwitchedOff(server: JsonObject): boolean {
  return server['disabled'] === true || server['enabled'] === false;
}

/** Types that only say whether there is a command or an address are left out. */
function isOwnType(type: JsonValue | undefined): type is string {
  return typeof type === 'string' && !['local', 'remote', 'ws'].includes(type);
}

const FOLDER = '${folder}';

/** `${NAME}` of other programs is `${env:NAME}` here, and `${workspaceFolder}` the agent's folder. */
function withOwnVariables<T extends JsonValue>(value: T): T;
function withOwnVariables(value: JsonValue): JsonValue {
  if (typeof value === 'string') {
    return value
      .replaceAll('${workspaceFolder}', FOLDER)
      .replaceAll(/\$\{(?!folder\})([A-Za-z_]\w{0,255}(?::-[^{}]{0,256})?)\}/g, '${env:$1}')
      .replaceAll(/\$?\{env:([A-Za-z_][^{}]{0,512})\}/g, (_, named: string) => `\${env:${named}}`);
  }
  if (Array.isArray(value)) return value.map((item: JsonValue) => withOwnVariables(item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inside]) => [name, withOwnVariables(inside)]),
  );
}
