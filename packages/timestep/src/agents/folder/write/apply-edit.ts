import { omitUndefined } from '#core';
import type { AgentStorage } from '#engine/port';
import { FolderError } from '../problem.ts';
import { getDisplayPath } from '../storage/agent-location.ts';
import { createChangedError } from '../storage/file-version.ts';
import type { AgentEdit, FileChange } from './agent-edit.ts';

/** Applies all changes of an edit or none. Rejects with `changed-underneath`. */
export async function applyEdit(storage: AgentStorage, { changes }: AgentEdit): Promise<void> {
  for (const { path, version } of changes) {
    const found = await storage.read(path);
    if (found?.version !== version)
      throw createChangedError(getDisplayPath(storage, path), found?.version);
  }
  const made: FileChange[] = [];
  try {
    for (const change of changes) {
      const { path, after, version } = change;
      if (after !== undefined) {
        const written = await storage.write(path, after, omitUndefined({ version }));
        made.push({ ...change, version: written });
      } else if (version !== undefined) {
        await storage.remove(path, version);
        made.push(change);
      }
    }
  } catch (thrown) {
    for (const change of made.toReversed()) await revertChange(storage, change);
    throw thrown;
  }
}

/** Reverts a change, unless another writer changed the file. Ignores errors. */
async function revertChange(
  storage: AgentStorage,
  { path, before, after, version = '' }: FileChange,
) {
  try {
    if (before === undefined) await storage.remove(path, version);
    else await storage.write(path, before, after === undefined ? {} : { version });
  } catch (thrown) {
    if (!(thrown instanceof FolderError)) throw thrown;
  }
}
