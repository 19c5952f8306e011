import { globSync, readFileSync, rmSync } from 'node:fs';
import { join, posix } from 'node:path';
import { listImports } from '../source/imports.ts';
import { readEntries } from './entries.ts';

/** Deletes the declarations of a package that no entry reaches, because no program can see them. */
export function pruneDeclarations(folder: string): void {
  const dist = join(folder, 'dist');
  const files = globSync('**/*.d.ts', { cwd: dist });
  const texts = new Map(files.map((file) => [file, readFileSync(join(dist, file), 'utf8')]));
  const entries = readEntries(folder).published.map((entry) => `${entry}.d.ts`);
  const reached = collectImported(entries, texts);
  for (const file of files) if (!reached.has(file)) rmSync(join(dist, file));
}

/** Returns the given declarations and all declarations that they import, by path. */
export function collectImported(
  entries: readonly string[],
  texts: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const reached = new Set(entries);
  for (const file of reached) {
    const text = texts.get(file);
    if (text === undefined) throw new Error(`there is no declaration ${file}`);
    for (const { specifier } of listImports(text)) {
      if (!/^[.#]/.test(specifier)) continue;
      const target = specifier.startsWith('#')
        ? posix.join(specifier.slice(1), 'index.ts')
        : posix.join(posix.dirname(file), specifier);
      reached.add(target.replace(/\.[jt]s$/, '.d.ts'));
    }
  }
  return reached;
}
