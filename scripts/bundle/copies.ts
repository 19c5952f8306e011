import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A folder of the repository that a package ships unchanged. */
interface Copied {
  readonly from: string;
  /** Target path relative to `dist`. */
  readonly to: string;
}

/** By package. With the guide, users can try `timestep chat` immediately. */
const COPIED: Readonly<Record<string, Copied>> = {
  'packages/timestep': { from: 'examples/guide', to: 'guide' },
};

/** A shipped file, and whether it equals its source. */
export interface Copy {
  readonly path: string;
  readonly isSame: boolean;
}

/** Packages are named by their paths below the root. */
export function copyShippedFiles(
  root: string,
  name: string,
  dist = join(root, name, 'dist'),
): void {
  for (const { source, target } of listShippedFiles(root, name, dist)) {
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(source, target);
  }
}

/** Compares the shipped files of a package with their sources, by path below `dist`. */
export function compareShippedFiles(root: string, name: string): readonly Copy[] {
  return listShippedFiles(root, name, join(root, name, 'dist')).map(({ path, source, target }) => ({
    path,
    isSame: existsSync(target) && readFileSync(target).equals(readFileSync(source)),
  }));
}

function listShippedFiles(
  root: string,
  name: string,
  dist: string,
): readonly { readonly path: string; readonly source: string; readonly target: string }[] {
  const copied = COPIED[name];
  if (!copied) return [];
  const from = join(root, copied.from);
  // The README is not shipped, because it is written for readers of the repository.
  return globSync('**/*.*', { cwd: from, exclude: ['README.md'] }).map((file) => {
    const path = join(copied.to, file);
    return { path, source: join(from, file), target: join(dist, path) };
  });
}
