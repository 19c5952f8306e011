import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunMeta } from '../run-meta.ts';

/** Says in the folder of a run what was asked for. */
export function writeMeta(outdir: string, meta: RunMeta): void {
  writeFileSync(join(outdir, 'run_meta.json'), `${JSON.stringify(meta, undefined, 2)}\n`);
}
