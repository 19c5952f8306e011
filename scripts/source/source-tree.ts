import { readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob, relative } from 'node:path';

/** A text file of the repository, by its path from the root with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const ALWAYS_IGNORED = ['.git/', 'node_modules/', 'dist/'];

/** Reads every text file that the `.gitignore` of the folder does not name, committed or not. */
export function readTree(root: string): SourceFile[] {
  const ignored = [...ALWAYS_IGNORED, ...readIgnorePatterns(root)];
  const files: SourceFile[] = [];
  for (const path of listPaths(root, root, ignored)) {
    const text = readFileSync(join(root, path), 'utf8');
    if (!text.includes('\0')) files.push({ path, text });
  }
  return files;
}

function* listPaths(root: string, folder: string, ignored: readonly string[]): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (isIgnored(entry.name, entry.isDirectory(), ignored)) continue;
    if (entry.isDirectory()) yield* listPaths(root, path, ignored);
    else if (entry.isFile()) yield relative(root, path).replaceAll('\\', '/');
  }
}

/** A pattern is a bare name or glob; a pattern with a final slash matches folders only. */
function isIgnored(name: string, isFolder: boolean, patterns: readonly string[]): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('/')
      ? isFolder && matchesGlob(name, pattern.slice(0, -1))
      : matchesGlob(name, pattern),
  );
}

function readIgnorePatterns(root: string): string[] {
  const lines = readLines(join(root, '.gitignore')).map((line) => line.trim());
  const patterns = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const strange = patterns.find((pattern) => /^!|\/./.test(pattern));
  if (strange !== undefined) {
    throw new Error(`.gitignore: the checks understand bare names only, not ${strange}`);
  }
  return patterns;
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}
