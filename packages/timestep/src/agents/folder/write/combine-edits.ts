import { omitUndefined } from '#core';
import type { AgentStorage } from '#engine/port';
import type { AgentEdit, FileChange } from './agent-edit.ts';
import { createCheckedEdit } from './checked-edit.ts';
import { overlayChanges } from './overlay-changes.ts';

export type CreateEdit = (storage: AgentStorage) => Promise<AgentEdit>;

/** Combines edits, each based on the previous ones. Rejects with `FolderError` if invalid. */
export async function combineEdits(
  storage: AgentStorage,
  createEdits: readonly CreateEdit[],
): Promise<AgentEdit> {
  const changes = new Map<string, FileChange>();
  for (const make of createEdits) {
    for (const change of (await make(overlayChanges(storage, [...changes.values()]))).changes) {
      const { path, after } = change;
      const { before, version } = changes.get(path) ?? change;
      changes.set(path, omitUndefined({ path, before, version, after }));
    }
  }
  const all = [...changes.values()].filter(({ before, after }) => before !== after);
  return createCheckedEdit(storage, all);
}
