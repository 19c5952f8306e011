import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Hashes the paths and contents of all files that match a pattern, with a text before them. */
export function hashFiles(root: string, patterns: readonly string[], seed = ''): string {
  const hash = createHash('sha256').update(seed);
  for (const path of patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted()) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}
