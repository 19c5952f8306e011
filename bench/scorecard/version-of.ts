import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the version of a package as it is installed beside the benchmarks, or `-`. */
export function versionOf(name: string): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    try {
      const text = readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8');
      return String((JSON.parse(text) as { version: unknown }).version);
    } catch {
      if (folder === dirname(folder)) return '-';
    }
  }
}
