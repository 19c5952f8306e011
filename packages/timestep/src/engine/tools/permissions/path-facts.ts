/** Facts about the file system on which a tool's paths are read. */
export interface PathFacts {
  /** Folder in which relative paths begin. Undefined if it is not known. */
  readonly root?: string | undefined;
  /** The user's home folder, which `~` means. */
  readonly home?: string | undefined;
  /** Whether names that differ only in case are the same file. */
  readonly foldsCase?: boolean | undefined;
  /** Returns the text of a symbolic link. Undefined where the file system cannot be asked. */
  readonly readLink?: ((path: string) => string | undefined) | undefined;
  /** Absolute paths of files and folders that decide what the agent may do. */
  readonly guarded?: readonly string[] | undefined;
  /** Names of such files in any folder. */
  readonly guardedNames?: ReadonlySet<string> | undefined;
}

const MOST_LINKS = 40;
/** Longer paths are refused by operating systems. */
const LONGEST_PATH = 4096;

/**
 * Returns the names of the path that an absolute path leads to, as the system follows links: `..`
 * after a link is the parent of the link's target. Undefined if a path or its links are too long.
 */
export function followLinks(
  path: string,
  readLink: (path: string) => string | undefined,
): readonly string[] | undefined {
  if (path.length > LONGEST_PATH) return undefined;
  let links = 0;
  let names: string[] = [];
  const left = path.split('/').toReversed();
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (name === '' || name === '.') continue;
    if (name === '..') {
      names.pop();
      continue;
    }
    const target = readLink(`/${[...names, name].join('/')}`);
    if (target === undefined) {
      names.push(name);
      continue;
    }
    links += 1;
    if (links > MOST_LINKS) return undefined;
    if (target.startsWith('/')) names = [];
    left.push(...target.split('/').toReversed());
  }
  return names;
}
