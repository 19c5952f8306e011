/** A file of a bundle: its modules, and the files that it imports at once. */
export interface BundledFile {
  readonly fileName: string;
  readonly isEntry: boolean;
  readonly imports: readonly string[];
  readonly modules: readonly string[];
}

/** A file for code that entries share: the modules that any entry of each list loads at once. */
export interface SharedFile {
  readonly name: string;
  readonly loadedByAll: readonly (readonly string[])[];
}

/**
 * Assigns modules to the first shared file that they belong to. Modules of no shared file are
 * missing from the result. `loaded` has the modules that each entry loads at once.
 */
export function assignModules(
  loaded: ReadonlyMap<string, ReadonlySet<string>>,
  shared: readonly SharedFile[],
): ReadonlyMap<string, string> {
  const assigned = new Map<string, string>();
  for (const { name, loadedByAll } of shared) {
    const [first = new Set<string>(), ...others] = loadedByAll.map(
      (entries) => new Set(entries.flatMap((entry) => [...(loaded.get(entry) ?? [])])),
    );
    for (const module of first) {
      if (!assigned.has(module) && others.every((set) => set.has(module)))
        assigned.set(module, name);
    }
  }
  return assigned;
}

/** Lists the modules that the start of a program loads which imports the entry of a bundle. */
export function listLoadedModules(files: readonly BundledFile[]): ReadonlySet<string> {
  const byName = new Map(files.map((file) => [file.fileName, file]));
  const open = files.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
  const visited = new Set(open);
  const modules = new Set<string>();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const file = byName.get(name);
    for (const module of file?.modules ?? []) modules.add(module);
    for (const imported of file?.imports ?? []) {
      if (visited.has(imported)) continue;
      visited.add(imported);
      open.push(imported);
    }
  }
  return modules;
}
