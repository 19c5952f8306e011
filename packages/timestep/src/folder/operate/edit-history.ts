import type { AgentStorage } from '../../port/index.ts';
import { applyEdit, checkedEdit, type AgentEdit, type FileChange } from '../agent-edit.ts';
import type { AgentPlace } from '../agent-files.ts';
import { shownPath } from '../agent-files.ts';
import { changedUnderneath } from '../version-of.ts';

/** Edits of one agent, the newest of which can be taken back. They are kept in the process. */
export interface EditHistory {
  /** Makes an edit, all of it or nothing. Rejects as `applyEdit` does. */
  make(storage: AgentStorage, edit: AgentEdit): Promise<void>;
  /**
   * The edit that takes back the newest one; `undefined` where there is none. Rejects with the code
   * `changed-underneath` where a file is not as that edit left it.
   */
  undoing(place: AgentPlace): Promise<AgentEdit | undefined>;
  /** Makes an edit that takes back the newest one, which is then forgotten. */
  undo(storage: AgentStorage, undoing: AgentEdit): Promise<void>;
}

/** Older edits are forgotten. */
const MOST_KEPT = 50;

export function editHistory(): EditHistory {
  const made: AgentEdit[] = [];
  return {
    async make(storage, edit) {
      await applyEdit(storage, edit);
      if (edit.changes.length > 0) made.push(edit);
      if (made.length > MOST_KEPT) made.shift();
    },
    async undoing(place) {
      const newest = made.at(-1);
      if (!newest) return undefined;
      const { storage } = place;
      const files = await Promise.all(newest.changes.map(({ path }) => storage.read(path)));
      const changes = newest.changes.map((change, at) => {
        const version = files[at]?.version;
        const text = files[at] && new TextDecoder().decode(files[at].contents);
        if (text !== change.after)
          throw changedUnderneath(shownPath(storage, change.path), version);
        return reversed(change, version);
      });
      return checkedEdit(place, changes);
    },
    async undo(storage, undoing) {
      await applyEdit(storage, undoing);
      made.pop();
    },
  };
}

/** The change back, of the version that the file has now. */
function reversed({ path, before, after }: FileChange, version: string | undefined): FileChange {
  return {
    path,
    ...(after !== undefined && { before: after }),
    ...(before !== undefined && { after: before }),
    ...(version !== undefined && { version }),
  };
}
