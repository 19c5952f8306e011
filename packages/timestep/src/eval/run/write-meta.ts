import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunMeta } from '../run-meta.ts';
import { withWriteErrors } from './write-errors.ts';

/** Writes `run_meta.json` atomically, so that the run can always be resumed. */
export function writeMeta(outdir: string, meta: RunMeta): void {
  const path = join(outdir, 'run_meta.json');
  withWriteErrors(path, () => {
    writeFileSync(`${path}.new`, `${JSON.stringify(meta, undefined, 2)}\n`);
    renameSync(`${path}.new`, path);
  });
}
