import { omitUndefined } from '#core';
import type { AgentStorage } from '#engine/port';
import { hashContents } from '../storage/file-version.ts';
import type { AgentEdit, FileChange } from './agent-edit.ts';
import { createCheckedEdit } from './checked-edit.ts';

export type CreateEdit = (storage: AgentStorage) => Promise<AgentEdit>;

/** Combines edits, each based on the previous ones. Rejects with `FolderError` if invalid. */
export async function combineEdits(
  storage: AgentStorage,
  createEdits: readonly CreateEdit[],
): Promise<AgentEdit> {
  const changes = new Map<string, FileChange>();
  for (const make of createEdits) {
    for (const change of (await make(overlayChanges(storage, changes))).changes) {
      const { path, after } = change;
      const { before, version } = changes.get(path) ?? change;
      changes.set(path, {
        path,
        ...omitUndefined({ before, version, after }),
      });
    }
  }
  const all = [...changes.values()].filter(({ before, after }) => before !== after);
  return createCheckedEdit(storage, all);
}

function overlayChanges(
  storage: AgentStorage,
  changes: ReadonlyMap<string, FileChange>,
): AgentStorage {
  return {
    ...storage,
    async list(under = '') {
      const listed = (await storage.list(under)).filter((path) => !changes.has(path));
      const within = under === '' ? '' : `${under}/`;
      const changed = [...changes.values()].filter(
        ({ path, after }) => after !== undefined && path.startsWith(within),
      );
      return [...listed, ...changed.map(({ path }) => path)].toSorted();
    },
    async read(path) {
      const change = changes.get(path);
      if (!change) return storage.read(path);
      const { after } = change;
      return after === undefined
        ? undefined
        : { path, contents: new TextEncoder().encode(after), version: hashContents(after) };
    },
  };
}
