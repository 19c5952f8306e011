import { createHash } from 'node:crypto';
import type { AgentStorage, AgentTexts, KeptVersion } from '#engine/port';
import {
  replaceWrittenSecretsByMarks,
  restoreWrittenSecrets,
  VARIABLES,
  type AgentFiles,
  type AgentFolder,
} from '#agents/folder';

/** Number of hexadecimal digits of a version's digest: few enough to read, and enough to be unique. */
const DIGITS = 12;

/**
 * Describes a version of an agent's files as the database keeps it: without variables and without
 * secrets that are written in the files. The id depends on no secret, so that none can be guessed.
 */
export function toKeptVersion(
  files: AgentFiles,
  { version }: Pick<AgentFolder, 'version'>,
): KeptVersion {
  const texts = [...replaceWrittenSecretsByMarks(files.texts)]
    .filter(([path]) => path !== VARIABLES)
    .toSorted(compareEntriesByKey);
  const digest = createHash('sha256').update(JSON.stringify(texts)).digest('hex');
  return { id: `${version}+${digest.slice(0, DIGITS)}`, texts: Object.fromEntries(texts) };
}

function compareEntriesByKey(
  [one]: readonly [string, string],
  [other]: readonly [string, string],
): number {
  return one < other ? -1 : 1;
}

/** The files of a stored agent version, and for each MCP server that cannot be used its name and the reason. */
export interface VersionFiles {
  readonly files: AgentFiles;
  readonly unusable: ReadonlyMap<string, string>;
}

/**
 * Returns the files of an earlier agent version with the present secrets, because changed secrets apply to
 * tasks of all versions.
 */
export function toVersionFiles(kept: AgentTexts, now: AgentFiles): VersionFiles {
  const variables = now.texts.get(VARIABLES);
  const entries = Object.entries(kept);
  const { texts, unusable } = restoreWrittenSecrets(new Map(entries), now.texts);
  const all = variables === undefined ? texts : new Map([...texts, [VARIABLES, variables]]);
  return { files: { ...now, texts: all, version: JSON.stringify(entries) }, unusable };
}

/**
 * Marks an agent's servers that cannot be used, with the reasons, so that a task can continue without their
 * tools.
 */
export function markUnusableServers(
  folder: AgentFolder,
  unusable: ReadonlyMap<string, string>,
): AgentFolder {
  if (unusable.size === 0) return folder;
  const servers = folder.servers.map((server) => {
    const why = unusable.get(server.name);
    return why === undefined ? server : { ...server, unusable: why };
  });
  return { ...folder, servers };
}

/** Reads the files of a version instead of the files that have replaced them in the storage. */
export function withVersionTexts(storage: AgentStorage, texts: AgentTexts): AgentStorage {
  return {
    ...storage,
    async read(path) {
      const text = Object.hasOwn(texts, path) ? texts[path] : undefined;
      if (text === undefined) return storage.read(path);
      return { path, contents: new TextEncoder().encode(text), version: '' };
    },
  };
}

/**
 * Adds the folder's present deny rules to an earlier version, because a new prohibition also applies to tasks
 * that started before it.
 */
export function addDenials(earlier: AgentFolder, now: AgentFolder): AgentFolder {
  const { deny = [] } = now.permissions;
  if (deny.length === 0) return earlier;
  const { permissions } = earlier;
  return {
    ...earlier,
    permissions: { ...permissions, deny: [...(permissions.deny ?? []), ...deny] },
  };
}
