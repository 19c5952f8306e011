import type { AgentStorage } from '../port/index.ts';
import { checkedEdit, type AgentEdit, type FileChange } from './agent-edit.ts';
import { versionOf } from './version-of.ts';

/** Makes up an edit of the files that a storage has. */
export type MakeEdit = (storage: AgentStorage) => Promise<AgentEdit>;

/**
 * Several edits as one, each made up as if those before it had been made. Rejects with `FolderError` where the
 * agent could not be read after all of them.
 */
export async function joinedEdit(
  storage: AgentStorage,
  makers: readonly MakeEdit[],
): Promise<AgentEdit> {
  const changes = new Map<string, FileChange>();
  for (const make of makers) {
    for (const change of (await make(withChanges(storage, changes))).changes) {
      const { path, after } = change;
      const { before, version } = changes.get(path) ?? change;
      changes.set(path, {
        path,
        ...(before !== undefined && { before }),
        ...(version !== undefined && { version }),
        ...(after !== undefined && { after }),
      });
    }
  }
  const all = [...changes.values()].filter(({ before, after }) => before !== after);
  return checkedEdit(storage, all);
}

/** The files as they would be with changes. */
function withChanges(
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
        : { path, contents: new TextEncoder().encode(after), version: versionOf(after) };
    },
  };
}
