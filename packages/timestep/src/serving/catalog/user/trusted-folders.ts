import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { readNumber, readObjects, requireFlag, requireText, type Fields } from '#core';
import { readPrivateFile, replacePrivateFile, withFileLock } from './private-file.ts';

/** What a user decided about the allows of an agent's files, in its stored form. */
export interface FolderTrust {
  /** Absolute path of the agent's folder or file, without symbolic links. */
  readonly path: string;
  /** Digest of what the files allowed when the user decided. */
  readonly digest: string;
  readonly is_trusted: boolean;
  /** Time of the decision in milliseconds since the epoch. */
  readonly at: number;
}

/** The agents of which a user has said whether their allows count, stored in a file of the user. */
export interface TrustedFolders {
  /** Lists the decisions, newest first. Throws `CatalogError`. */
  list(): readonly FolderTrust[];
  /** Finds the decision about these allows. Undefined if the user has not decided about them. */
  find(path: string, digest: string): FolderTrust | undefined;
  decide(path: string, digest: string, isTrusted: boolean, now: number): Promise<void>;
  /** Forgets the decision about a path. Resolves to it; undefined if there was none. */
  revoke(path: string): Promise<FolderTrust | undefined>;
}

const FIELD = 'trusted';

/** Opens a file of decisions. Processes replace it in turn; an invalid file stays unchanged. */
export function openTrustedFolders(file: string): TrustedFolders {
  const list = (): readonly FolderTrust[] => readTrusts(readPrivateFile(file));
  const update = (change: (kept: readonly FolderTrust[]) => readonly FolderTrust[]) =>
    withFileLock(file, () => {
      const fields = readPrivateFile(file);
      replacePrivateFile(file, { ...fields.object, [FIELD]: change(readTrusts(fields)) });
    });
  return {
    list,
    find(path, digest) {
      const real = toRealPath(path);
      return list().find((one) => one.path === real && one.digest === digest);
    },
    async decide(path, digest, isTrusted, now) {
      const decided = { path: toRealPath(path), digest, is_trusted: isTrusted, at: now };
      await update((kept) => [decided, ...kept.filter((one) => one.path !== decided.path)]);
    },
    async revoke(path) {
      const real = toRealPath(path);
      const known = list().find((one) => one.path === real);
      if (known) await update((kept) => kept.filter((one) => one.path !== real));
      return known;
    },
  };
}

function readTrusts(fields: Fields): readonly FolderTrust[] {
  return (readObjects(fields, FIELD) ?? []).map((one) => ({
    path: requireText(one, 'path'),
    digest: requireText(one, 'digest'),
    is_trusted: requireFlag(one, 'is_trusted'),
    at: readNumber(one, 'at') ?? 0,
  }));
}

/** Resolves links, so that a link to a trusted folder that is replaced is no trusted folder. */
function toRealPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
