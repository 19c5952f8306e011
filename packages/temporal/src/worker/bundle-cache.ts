import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface BuiltBundle {
  readonly code: string;
  /** Paths of the bundle's source files. Missing files are ignored. */
  readonly sources: readonly string[];
}

interface CachedBundle {
  readonly code: string;
  readonly sources: Readonly<Record<string, string>>;
}

/** Returns the cached code if its sources are unchanged; otherwise builds it and caches it. */
export async function loadOrBuildBundle(
  file: string,
  build: () => Promise<BuiltBundle>,
): Promise<string> {
  const kept = readCachedBundle(file);
  if (kept) return kept.code;
  const { code, sources } = await build();
  const hashes = sources.map((path) => [path, hashFile(path)] as const);
  const found = hashes.filter(([, hash]) => hash !== '');
  writeCachedBundle(file, { code, sources: Object.fromEntries(found) });
  return code;
}

function readCachedBundle(file: string): CachedBundle | undefined {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as CachedBundle;
    const sources = Object.entries(kept.sources);
    const holds = sources.length > 0 && sources.every(([path, hash]) => hashFile(path) === hash);
    return holds ? kept : undefined;
  } catch {
    return undefined;
  }
}

function writeCachedBundle(file: string, bundle: CachedBundle): void {
  const unfinished = `${file}.${randomUUID()}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(unfinished, JSON.stringify(bundle));
    renameSync(unfinished, file);
  } catch {
    // If the cache file cannot be written, the next process builds the bundle again.
  }
}

/** Returns the hash of a file, or an empty string if the file does not exist. */
function hashFile(path: string): string {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch {
    return '';
  }
}
