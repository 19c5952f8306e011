import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureProcess, type ProcessCost } from './measure-process.ts';
import type { Subject } from './subject.ts';

/** The measurement of one harness with a number of cases in one round. */
export interface Measured extends ProcessCost {
  readonly cases: number;
  /** Bytes that its output files take on disk. */
  readonly diskBytes: number;
}

/** The unit of `stat`, on any file system. */
const BLOCK_BYTES = 512;

/**
 * Runs the cases in a new folder; `home` is the folder in which the other harness is installed,
 * whose modules it must find.
 */
export async function measureSubject(
  subject: Subject,
  cases: number,
  home: string | undefined,
): Promise<Measured> {
  const folder = mkdtempSync(join(home ?? tmpdir(), 'timestep-bench-'));
  try {
    const { args, env = {} } = subject.prepare(folder, cases, home ?? '');
    const before = measureFolderBytes(folder);
    const cost = await measureProcess(args, folder, env);
    const passed = subject.passed(folder);
    if (passed !== cases) throw new Error(`${subject.name}: ${passed} of ${cases} cases passed`);
    return { ...cost, cases, diskBytes: measureFolderBytes(folder) - before };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the bytes that the files below a folder take on disk, in whole blocks. */
export function measureFolderBytes(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).blocks * BLOCK_BYTES,
      0,
    );
}
