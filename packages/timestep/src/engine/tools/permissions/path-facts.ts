/** Facts about the file system to which the paths in a tool's arguments refer. */
export interface PathFacts {
  /** Folder to which relative paths refer. Undefined if unknown. */
  readonly root?: string | undefined;
  /** Home folder of the user, for which `~` stands. */
  readonly home?: string | undefined;
  /** Whether the file system ignores the case of names. */
  readonly foldsCase?: boolean | undefined;
  /** Returns the target of a symbolic link as written in it. Undefined if the file system cannot be read. */
  readonly readLink?: ((path: string) => string | undefined) | undefined;
  /** Absolute paths of files and folders that decide what the agent may do, such as its permission rules. */
  readonly guarded?: readonly string[] | undefined;
  /** Names of files, such as `.env`, that decide what the agent may do in whatever folder they are. */
  readonly guardedNames?: ReadonlySet<string> | undefined;
}

const MOST_LINKS = 40;
/** Maximum length of a path; operating systems reject longer paths. */
const LONGEST_PATH = 4096;

/**
 * Follows the symbolic links of an absolute path as the operating system does, and returns the
 * names of the target: `..` after a link is the parent of the link's target. Undefined if the path
 * is too long or has too many links.
 */
export function resolveSymbolicLinks(
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
