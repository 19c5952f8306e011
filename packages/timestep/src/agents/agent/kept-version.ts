import { createHash } from 'node:crypto';
import type { AgentStorage, AgentTexts, KeptVersion } from '#engine/port';
import { VARIABLES, type AgentFiles, type AgentFolder } from '#agents/folder';

/** Number of hexadecimal digits of a version's digest: few enough to read, and enough to be unique. */
const DIGITS = 12;

/** Describes a version of an agent's files as the database keeps it: without variables, which are secrets. */
export function toKeptVersion(
  files: AgentFiles,
  { version }: Pick<AgentFolder, 'version'>,
): KeptVersion {
  const texts = [...files.texts].filter(([path]) => path !== VARIABLES).toSorted(compareFirst);
  const digest = createHash('sha256').update(JSON.stringify(texts)).digest('hex');
  return { id: `${version}+${digest.slice(0, DIGITS)}`, texts: Object.fromEntries(texts) };
}

function compareFirst(
  [one]: readonly [string, string],
  [other]: readonly [string, string],
): number {
  return one < other ? -1 : 1;
}

/** Returns the files of a kept version, with the variables of now, because secrets change for all tasks. */
export function toVersionFiles(texts: AgentTexts, now: AgentFiles): AgentFiles {
  const variables = now.texts.get(VARIABLES);
  const entries = Object.entries(texts);
  return {
    ...now,
    texts: new Map(variables === undefined ? entries : [...entries, [VARIABLES, variables]]),
    version: JSON.stringify(entries),
  };
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
 * Adds what the folder denies now to an earlier version, because a rule that forbids a call is meant
 * for tasks that wait too.
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
