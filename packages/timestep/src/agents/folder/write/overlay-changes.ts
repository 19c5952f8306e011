import type { AgentStorage } from '#engine/port';
import { hashContents } from '../storage/file-version.ts';
import type { FileChange } from './agent-edit.ts';

/** Returns a view of an agent's files with changes that are not written. */
export function overlayChanges(
  storage: AgentStorage,
  changes: readonly FileChange[],
): AgentStorage {
  const changed = new Map(changes.map((change) => [change.path, change]));
  return {
    ...storage,
    async list(under = '') {
      const listed = (await storage.list(under)).filter((path) => !changed.has(path));
      const within = under === '' ? '' : `${under}/`;
      const added = changes.filter(
        ({ path, after }) => after !== undefined && path.startsWith(within),
      );
      return [...listed, ...added.map(({ path }) => path)].toSorted();
    },
    async read(path) {
      const change = changed.get(path);
      if (!change) return storage.read(path);
      const { after } = change;
      return after === undefined
        ? undefined
        : { path, contents: new TextEncoder().encode(after), version: hashContents(after) };
    },
  };
}
