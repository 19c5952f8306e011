import { join } from 'node:path';
import type { AgentStorage } from '../../../engine/port/index.ts';
import { FolderError } from '../../folder/index.ts';
import { isWithin, resolveRealPath } from './real-path.ts';

/** Does not list files outside `root`, also behind links; access throws `FolderError`. */
export function confineStorage(storage: AgentStorage, root: string): AgentStorage {
  const isInside = (path: string): boolean => {
    const place = resolveRealPath(join(storage.directory, path));
    return place !== undefined && isWithin(root, place);
  };
  const hold = (path: string): void => {
    if (isInside(path)) return;
    const message = `${join(storage.location, path)} is a link that leads out of the workspace: put a file in its place`;
    throw new FolderError(message);
  };
  return {
    ...storage,
    list: async (under) => (await storage.list(under)).filter(isInside),
    async read(path) {
      hold(path);
      return storage.read(path);
    },
    async write(path, contents, options) {
      hold(path);
      return storage.write(path, contents, options);
    },
    async remove(path, version) {
      hold(path);
      return storage.remove(path, version);
    },
  };
}
