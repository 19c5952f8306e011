import { delimiter, join } from 'node:path';

/** The folder of the programs that only check or format, which are installed when they first run. */
export const CHECKERS = 'scripts/checkers';

/** Returns the search path that finds the programs of the repository first, then those that check. */
export function createCheckerPath(root: string): string {
  const folders = [root, join(root, CHECKERS)].map((folder) => join(folder, 'node_modules/.bin'));
  return [...folders, process.env['PATH'] ?? ''].join(delimiter);
}
