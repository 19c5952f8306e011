import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface MadeBundle {
  readonly code: string;
  /** Paths of the files it was made from; missing ones are ignored. */
  readonly sources: readonly string[];
}

/** A bundle in its file: it is valid while every file it was made from is unchanged. */
interface KeptBundle {
  readonly code: string;
  /** Hashes by path. */
  readonly sources: Readonly<Record<string, string>>;
}

/**
 * The code in that file where its sources are unchanged; otherwise makes it, and keeps it if
 * possible.
 */
export async function keptBundle(file: string, make: () => Promise<MadeBundle>): Promise<string> {
  const kept = readKept(file);
  if (kept) return kept.code;
  const { code, sources } = await make();
  const hashes = sources.map((path) => [path, hashOf(path)] as const);
  writeKept(file, { code, sources: Object.fromEntries(hashes.filter(([, hash]) => hash !== '')) });
  return code;
}

function readKept(file: string): KeptBundle | undefined {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as KeptBundle;
    const sources = Object.entries(kept.sources);
    const holds = sources.length > 0 && sources.every(([path, hash]) => hashOf(path) === hash);
    return holds ? kept : undefined;
  } catch {
    return undefined;
  }
}

function writeKept(file: string, kept: KeptBundle): void {
  const unfinished = `${file}.${randomUUID()}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(unfinished, JSON.stringify(kept));
    renameSync(unfinished, file);
  } catch {
    // Without the file, the next process makes the bundle again.
  }
}

/** The hash of a file; empty where the file does not exist. */
function hashOf(path: string): string {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch {
    return '';
  }
}
