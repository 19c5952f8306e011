import { isJsonObject, type JsonObject, type JsonValue } from '#core';
import {
  withFileLock,
  createBadFileError,
  readPrivateFile,
  replacePrivateFile,
} from './private-file.ts';

/** An agent under the name that its user gave it. */
export interface SavedAgent {
  readonly name: string;
  /** Source of the agent: an absolute path or an address. */
  readonly source: string;
  /** Public keys as JWK. The card of an address must be signed with one of them. */
  readonly card_keys?: readonly JsonObject[];
}

export interface KnownAgentsData {
  readonly known: readonly SavedAgent[];
  /** Newest first. */
  readonly recent: readonly SavedAgent[];
  /** All fields of the file, including unknown fields, which are preserved. */
  readonly written: JsonObject;
}

/** A change of the known agents. If `next` is undefined, the file is left unchanged. */
export interface KnownAgentsChange<Result> {
  readonly result: Result;
  readonly next?: KnownAgentsData;
}

/** Reads the known agents. A missing file counts as empty. Throws `CatalogError`. */
export function readKnownAgents(path: string): KnownAgentsData {
  const written = readPrivateFile(path) ?? {};
  return {
    written,
    known: parseSavedAgents(written, 'known', path),
    recent: parseSavedAgents(written, 'recent', path),
  };
}

/** Changes the file of known agents while a lock excludes other processes. */
export async function updateKnownAgents<Result>(
  path: string,
  change: (kept: KnownAgentsData) => KnownAgentsChange<Result>,
): Promise<Result> {
  return withFileLock(path, () => {
    const { result, next } = change(readKnownAgents(path));
    if (next) replacePrivateFile(path, dataToJson(next));
    return result;
  });
}

function dataToJson({ known, recent, written }: KnownAgentsData): JsonObject {
  const agentToJson = ({ name, source, card_keys: keys }: SavedAgent): JsonObject => ({
    name,
    source,
    ...(keys && { card_keys: keys }),
  });
  return { ...written, known: known.map(agentToJson), recent: recent.map(agentToJson) };
}

function parseSavedAgents(
  written: JsonObject,
  field: 'known' | 'recent',
  path: string,
): SavedAgent[] {
  const listed: JsonValue = written[field] ?? [];
  if (!Array.isArray(listed)) throw createBadFileError(`${path} ${field} must be a list`);
  return listed.map((each: JsonValue, at): SavedAgent => {
    const { name, source, card_keys: keys } = isJsonObject(each) ? each : {};
    if (keys !== undefined && !(Array.isArray(keys) && keys.every(isJsonObject))) {
      throw createBadFileError(`${path} ${field}[${at}].card_keys must be a list of keys`);
    }
    const pinned = keys && { card_keys: keys as readonly JsonObject[] };
    if (typeof name === 'string' && typeof source === 'string') return { name, source, ...pinned };
    throw createBadFileError(`${path} ${field}[${at}] must have the strings "name" and "source"`);
  });
}
