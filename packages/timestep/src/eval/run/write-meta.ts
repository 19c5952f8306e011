import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunMeta } from '../run-meta.ts';
import { written } from './written.ts';

/**
 * Writes the settings of a run into its folder, all or nothing, so that the run can be continued.
 */
export function writeMeta(outdir: string, meta: RunMeta): void {
  const path = join(outdir, 'run_meta.json');
  written(path, () => {
    writeFileSync(`${path}.new`, `${JSON.stringify(meta, undefined, 2)}\n`);
    renameSync(`${path}.new`, path);
  });
}
