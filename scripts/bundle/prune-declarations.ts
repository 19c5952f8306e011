import { globSync, readFileSync, rmSync } from 'node:fs';
import { join, posix } from 'node:path';
import { importsOf } from '../imports.ts';
import { entriesOf } from './entries.ts';

/** Leaves of a package's declarations those that an entry reaches; no program sees the others. */
export function pruneDeclarations(folder: string): void {
  const dist = join(folder, 'dist');
  const files = globSync('**/*.d.ts', { cwd: dist });
  const texts = new Map(files.map((file) => [file, readFileSync(join(dist, file), 'utf8')]));
  const entries = entriesOf(folder).published.map((entry) => `${entry}.d.ts`);
  const reached = reachedFrom(entries, texts);
  for (const file of files) if (!reached.has(file)) rmSync(join(dist, file));
}

/** The declarations that are imported by these, with themselves, by their paths. */
export function reachedFrom(
  entries: readonly string[],
  texts: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const reached = new Set(entries);
  for (const file of reached) {
    const text = texts.get(file);
    if (text === undefined) throw new Error(`there is no declaration ${file}`);
    for (const { specifier } of importsOf(text)) {
      if (!specifier.startsWith('.')) continue;
      const target = posix.join(posix.dirname(file), specifier);
      reached.add(target.replace(/\.[jt]s$/, '.d.ts'));
    }
  }
  return reached;
}
