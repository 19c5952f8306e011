import { type JsonObject, type JsonValue, isJsonObject, omitUndefined } from '#core';
import type { Fields } from '../../text/fields.ts';
import { reportUnknownFields } from '../../text/unknown-fields.ts';
import { KNOWN_FIELDS, SERVER_LISTS } from '../known-fields.ts';

export function findServersField(fields: Fields): Fields | undefined {
  const [name, ...others] = SERVER_LISTS.filter((one) => fields.value[one] !== undefined);
  for (const other of others)
    fields.reportMistake(other, `is not read beside ${name}: move its servers to ${name}`);
  reportUnknownFields(fields, KNOWN_FIELDS.serversFile);
  return name === undefined ? undefined : fields.getObject(name);
}

export function normalizeServer(server: JsonObject): JsonObject {
  const { url, httpUrl, serverUrl, http_headers, environment, type, command, ...others } = server;
  const address = url ?? httpUrl ?? serverUrl;
  const headers = others['headers'] ?? http_headers;
  const env = others['env'] ?? environment;
  const [program, ...args] = Array.isArray(command) ? command : [command];
  const normalized = rewriteServerVariables({
    ...others,
    ...(isNonForeignServerType(type) && { type }),
    ...omitUndefined({ url: address, command: program }),
    ...(args.length > 0 && { args }),
    ...omitUndefined({ headers, env }),
  });
  return normalized as JsonObject;
}

/** Whether a server is disabled. Values of other types count too, for example the text `"true"`. */
export function isServerDisabled({ disabled = false, enabled = true }: JsonObject): boolean {
  return !OFF.includes(toLowerCaseIfText(disabled)) || OFF.includes(toLowerCaseIfText(enabled));
}

const OFF: readonly unknown[] = [false, null, 0, '', 'false', 'no', 'off', '0'];

function toLowerCaseIfText(value: JsonValue): JsonValue {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}

function isNonForeignServerType(type: JsonValue | undefined): type is string {
  return typeof type === 'string' && !['local', 'remote', 'ws'].includes(type);
}

const FOLDER = '${folder}';

/** Converts `${NAME}` to `${env:NAME}`, and `${workspaceFolder}` to the agent's folder. */
function rewriteServerVariables(value: JsonValue): JsonValue {
  if (typeof value === 'string') {
    return value
      .replaceAll('${workspaceFolder}', FOLDER)
      .replaceAll(/\$\{(?!folder\})([A-Za-z_]\w{0,255}(?::-[^{}]{0,256})?)\}/g, '${env:$1}')
      .replaceAll(/\$?\{env:([A-Za-z_][^{}]{0,512})\}/g, (_, named: string) => `\${env:${named}}`);
  }
  if (Array.isArray(value)) return value.map((item: JsonValue) => rewriteServerVariables(item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inside]) => [name, rewriteServerVariables(inside)]),
  );
}
