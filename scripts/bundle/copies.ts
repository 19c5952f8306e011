import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A folder of the repository that a package ships as it is. */
interface Copied {
  readonly from: string;
  /** Below `dist`. */
  readonly to: string;
}

/** What packages ship beside their code: the guide, with which `timestep chat` can be tried at once. */
const COPIED: Readonly<Record<string, Copied>> = {
  'packages/timestep': { from: 'examples/guide', to: 'guide' },
};

/** A file that is shipped, and whether it is what was written. */
export interface Copy {
  readonly path: string;
  readonly isSame: boolean;
}

/** Copies what a package ships into its `dist`, or into another folder. Paths of packages are relative to the root. */
export function copyInto(root: string, name: string, dist = join(root, name, 'dist')): void {
  for (const { source, target } of filesFor(root, name, dist)) {
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(source, target);
  }
}

/** What became of the files that a package ships, by their paths below `dist`. */
export function copiesIn(root: string, name: string): readonly Copy[] {
  return filesFor(root, name, join(root, name, 'dist')).map(({ path, source, target }) => ({
    path,
    isSame: existsSync(target) && readFileSync(target).equals(readFileSync(source)),
  }));
}

function filesFor(
  root: string,
  name: string,
  dist: string,
): readonly { readonly path: string; readonly source: string; readonly target: string }[] {
  const copied = COPIED[name];
  if (!copied) return [];
  const from = join(root, copied.from);
  // What is written about the folder is for the repository.
  return globSync('**/*.*', { cwd: from, exclude: ['README.md'] }).map((file) => {
    const path = join(copied.to, file);
    return { path, source: join(from, file), target: join(dist, path) };
  });
}
