import { type JsonObject, isJsonObject } from '#core';
import type { ReportFolderProblem } from '../../problem.ts';
import type { AgentFiles } from '../../storage/agent-files.ts';
import { getDisplayPath } from '../../storage/agent-location.ts';
import { SERVER_FILES, MANIFEST } from '../../storage/agent-paths.ts';
import type { Fields } from '../../text/fields.ts';
import { parseJsonFields } from '../../text/json-fields.ts';
import { jsonWithCommentsToJson } from '../../text/json-comments.ts';
import { parseManifest } from '../manifest.ts';
import { collectSecretReferences } from '../stored-secrets.ts';
import { findServersField, isServerDisabled, normalizeServer } from './foreign-servers.ts';

export function listSecretReferences(files: AgentFiles): string[] {
  const fields = parseManifest(files, () => undefined)?.fields;
  const others = SERVER_FILES.flatMap(
    (path) => readServersField(files, path, () => undefined)?.value ?? [],
  );
  const { mcpServers, providers = null } = fields?.value ?? {};
  const servers = [mcpServers, ...others].filter(isJsonObject).map(removeDisabledServers);
  return collectSecretReferences([providers, ...servers]);
}

function removeDisabledServers(servers: JsonObject): JsonObject {
  const inUse = Object.entries(servers).filter(
    ([, server]) => !isJsonObject(server) || !isServerDisabled(server),
  );
  return Object.fromEntries(inUse);
}

/** Reads the servers of a separate file. Undefined if the file is missing or lists no servers. */
function readServersField(
  files: AgentFiles,
  path: string,
  report: ReportFolderProblem,
): Fields | undefined {
  const text = files.texts.get(path);
  if (text === undefined) return undefined;
  const fields = parseJsonFields(jsonWithCommentsToJson(text), getDisplayPath(files, path), report);
  return fields && findServersField(fields);
}

/** Collects the servers of an agent, from the manifest and a separate file. */
export function collectServerFields(
  fields: Fields,
  files: AgentFiles,
  report: ReportFolderProblem,
): { readonly listed: readonly Fields[]; readonly disabled: readonly string[] } {
  const own = fields.getObject('mcpServers');
  const inUse = removeDisabledServers(own.value);
  const disabled = Object.keys(own.value).filter((name) => !Object.hasOwn(inUse, name));
  const listed = [own.withValue(inUse)];
  const path = SERVER_FILES.find((one) => files.texts.has(one)) ?? '';
  const beside = readServersField(files, path, report);
  if (!beside) return { listed, disabled };
  const kept: [string, JsonObject][] = [];
  for (const [name, server] of Object.entries(beside.value)) {
    if (!isJsonObject(server)) beside.reportMistake(name, 'must be an object');
    else if (own.value[name] !== undefined) {
      const other = `${MANIFEST}:${own.findLine(name)}`;
      beside.reportMistake(name, `is also a server in ${other}: rename or remove one of them`);
    } else if (isServerDisabled(server)) disabled.push(name);
    else kept.push([name, normalizeServer(server)]);
  }
  return { listed: [...listed, beside.withValue(Object.fromEntries(kept))], disabled };
}
