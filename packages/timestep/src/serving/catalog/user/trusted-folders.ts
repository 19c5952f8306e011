import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { readNumber, readObjects, requireFlag, requireText, type Fields } from '#core';
import { readPrivateFile, replacePrivateFile, withFileLock } from './private-file.ts';

/** A user's decision whether to trust the permissions in an agent's files, as stored. */
export interface FolderTrust {
  /** Absolute path of the agent's folder or file, with symbolic links resolved. */
  readonly path: string;
  /** Digest of the permissions in the files when the user decided. */
  readonly digest: string;
  readonly is_trusted: boolean;
  /** Time of the decision in milliseconds since the epoch. */
  readonly at: number;
}

/** A user's decisions about which agent folders to trust, stored in a file of the user. */
export interface TrustedFolders {
  /** Lists the folders that were trusted or refused, newest decision first. Throws `CatalogError`. */
  list(): readonly FolderTrust[];
  /**
   * Finds whether the user trusts a folder with exactly these permissions. Undefined if the user
   * has not decided.
   */
  find(path: string, digest: string): FolderTrust | undefined;
  decide(path: string, digest: string, isTrusted: boolean, now: number): Promise<void>;
  /**
   * Forgets whether the user trusts a folder. Resolves to the deleted decision; undefined if there
   * was none.
   */
  revoke(path: string): Promise<FolderTrust | undefined>;
}

const FIELD = 'trusted';

/**
 * Opens the file that stores which folders the user trusts. Several processes can share it. An invalid file
 * stays unchanged.
 */
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

/** Resolves links, so that changing a link does not make another folder trusted. */
function toRealPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
