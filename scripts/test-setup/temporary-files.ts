import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

/** A file system in memory, which Linux has. */
const MEMORY = '/dev/shm';
const PREFIX = 'timestep-tests-';

/** Ten times the most that a run has needed; containers often have 64 MB. */
const ENOUGH_BYTES = 1024 ** 3;

/** After this time the run of a folder has ended, though nobody removed the folder. */
const LONGEST_RUN_MS = 6 * 3_600_000;

/**
 * Has the tests of a project keep their temporary files in memory, if this machine has room, since databases wait for the
 * disk after every transaction. The folder is removed after the run.
 */
export function setup({ config }: TestProject): (() => void) | undefined {
  if (freeBytes() < ENOUGH_BYTES) return undefined;
  removeLeft();
  const folder = mkdtempSync(join(MEMORY, PREFIX));
  // PostgreSQL refuses to run as root, so root starts it as another user.
  chmodSync(folder, 0o755);
  config.env = { ...config.env, TMPDIR: folder };
  return () => rmSync(folder, { recursive: true, force: true });
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

function removeLeft(): void {
  for (const name of readdirSync(MEMORY)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(MEMORY, name);
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > LONGEST_RUN_MS)
      rmSync(folder, { recursive: true, force: true });
  }
}
