import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunMeta } from '../run-meta.ts';
import { written } from './written.ts';

/** Says in the folder of a run what was asked for; never half of it, so that it can be gone on with. */
export function writeMeta(outdir: string, meta: RunMeta): void {
  const path = join(outdir, 'run_meta.json');
  written(path, () => {
    writeFileSync(`${path}.new`, `${JSON.stringify(meta, undefined, 2)}\n`);
    renameSync(`${path}.new`, path);
  });
}
