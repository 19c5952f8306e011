import { omitUndefined } from '#core';
import type { AgentStorage } from '#engine/port';
import {
  type AgentEdit,
  type AgentLocation,
  type FileChange,
  applyEdit,
  createChangedError,
  getDisplayPath,
  createCheckedEdit,
  readTextFile,
} from '#agents/folder';

/** In-memory history of an agent's edits, which can be undone one by one, newest first. */
export interface EditHistory {
  make(storage: AgentStorage, edit: AgentEdit): Promise<void>;
  /**
   * Plans to undo the newest edit, if any. Rejects with `changed-underneath` if its files have
   * changed since.
   */
  planUndo(location: AgentLocation): Promise<AgentEdit | undefined>;
  undo(storage: AgentStorage, undoing: AgentEdit): Promise<void>;
}

const MAX_EDITS = 50;

export function createEditHistory(): EditHistory {
  const made: AgentEdit[] = [];
  return {
    async make(storage, edit) {
      await applyEdit(storage, edit);
      if (edit.changes.length > 0) made.push(edit);
      if (made.length > MAX_EDITS) made.shift();
    },
    async planUndo(location) {
      const newest = made.at(-1);
      if (!newest) return undefined;
      const { storage } = location;
      const reversed = newest.changes.map(async ({ path, before, after }): Promise<FileChange> => {
        const { version, text } = (await readTextFile(storage, path)) ?? {};
        if (text !== after) throw createChangedError(getDisplayPath(storage, path), version);
        return omitUndefined({ path, before: after, after: before, version });
      });
      return createCheckedEdit(location, await Promise.all(reversed));
    },
    async undo(storage, undoing) {
      await applyEdit(storage, undoing);
      made.pop();
    },
  };
}
