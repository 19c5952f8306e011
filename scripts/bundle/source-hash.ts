import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names what is built from the files of these patterns: another name for any other path or content. */
export function sourceHash(root: string, patterns: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted()) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}
