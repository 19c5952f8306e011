import type { SourceFile } from './source-tree.ts';

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** The packages of the lock file by their paths. */
export type Locked = Readonly<Record<string, LockedPackage>>;

export function readLock(files: readonly SourceFile[]): Locked {
  const lock = files.find(({ path }) => path === 'package-lock.json');
  const { packages } = JSON.parse(lock?.text ?? '{"packages":{}}') as { readonly packages: Locked };
  return packages;
}

/** Returns the lock file paths that are installed with a package, including required peers. */
export function collectInstalled(packages: Locked, root: string): ReadonlySet<string> {
  const reached = new Set([root]);
  for (const path of reached) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      packages[path] ?? {};
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => peerDependenciesMeta?.[name]?.optional !== true,
    );
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const found = findPackage(packages, path, name);
      if (found !== undefined) reached.add(found);
    }
  }
  return reached;
}

/** Finds the nearest package of that name, as Node does. */
export function findPackage(packages: Locked, from: string, name: string): string | undefined {
  const folders = from.split('/').map((_, index, parts) => parts.slice(0, parts.length - index));
  return [...folders, []]
    .map((parts) => [...parts, 'node_modules', name].join('/'))
    .find((path) => packages[path] !== undefined);
}
