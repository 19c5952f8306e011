import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FOLDER, GENERATIONS } from './generation.ts';

/** What each generation was when it was written; a line is added with a generation, and never changed. */
const DIGESTS: Readonly<Record<string, string>> = {
  '2026-11-26': 'a0c71d2e11ef88a155771126441f980764c918b5a69bb44d58bef206977d2495',
  '2026-11-27': '5e42ff6d5d0d4b8980a162e1d10e89c930675cac6ae8fe65e2223f7967a07638',
};

it('has every generation as it was written', () => {
  expect(Object.fromEntries(GENERATIONS.map((name) => [name, digestOf(name)]))).toEqual(DIGESTS);
});

/** The SHA-256 of the names and contents of all files of a generation. */
function digestOf(generation: string): string {
  const folder = join(FOLDER, generation);
  const files = ['**/*', '**/.*'].flatMap((pattern) => globSync(pattern, { cwd: folder }));
  const hash = createHash('sha256');
  for (const file of [...new Set(files)].toSorted()) {
    const path = join(folder, file);
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}
