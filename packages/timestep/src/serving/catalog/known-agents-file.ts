import { readObjects, requireText, type Fields, type JsonObject } from '#core';
import { withFileLock, readPrivateFile, replacePrivateFile } from './user/private-file.ts';

/** A saved agent, with the name that its user gave it, as stored in the file. */
export interface SavedAgent {
  readonly name: string;
  /** Source of the agent: an absolute path or an address. */
  readonly source: string;
  /** Public keys as JWK. The card of an address must be signed with one of them. */
  readonly card_keys?: readonly JsonObject[];
}

export interface KnownAgentsData {
  readonly known: readonly SavedAgent[];
  /** Agents that were used recently, the newest first. */
  readonly recent: readonly SavedAgent[];
}

/** Reads the known agents. A missing file counts as empty. Throws `CatalogError`. */
export function readKnownAgents(path: string): KnownAgentsData {
  const fields = readPrivateFile(path);
  return { known: readSavedAgents(fields, 'known'), recent: readSavedAgents(fields, 'recent') };
}

/**
 * Changes the file under a lock. `change` returns its result, and the new agents if they changed.
 */
export async function updateKnownAgents<Result>(
  path: string,
  change: (kept: KnownAgentsData) => readonly [Result, Partial<KnownAgentsData>?],
): Promise<Result> {
  return withFileLock(path, () => {
    const kept = readKnownAgents(path);
    const [result, next] = change(kept);
    if (next) replacePrivateFile(path, { ...readPrivateFile(path).object, ...kept, ...next });
    return result;
  });
}

function readSavedAgents(fields: Fields, name: keyof KnownAgentsData): SavedAgent[] {
  return (readObjects(fields, name) ?? []).map((agent) => {
    const keys = readObjects(agent, 'card_keys');
    return {
      name: requireText(agent, 'name'),
      source: requireText(agent, 'source'),
      ...(keys && { card_keys: keys.map(({ object }) => object) }),
    };
  });
}
