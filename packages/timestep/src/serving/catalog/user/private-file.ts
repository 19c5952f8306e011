import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { toFields, type Fields, type JsonValue } from '#core';
import { pauseOnRealClock } from '#protocols/http';
import { acquireLock } from '#engine/runner';
import { CatalogError } from '../catalog-error.ts';

/** Maximum attempts to lock a file. Other processes hold the lock only for a moment. */
const MOST_TRIES = 600;
const PAUSE_MS = 50;
const PRIVATE_MODE = 0o600;
const PRIVATE_FOLDER_MODE = 0o700;

/** Reads the fields of a file. A missing file counts as empty. Throws `CatalogError`. */
export function readPrivateFile(path: string): Fields {
  let text = '{}';
  try {
    text = readFileSync(path, 'utf8');
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : thrown;
    const problem = `${path} cannot be read (${String(code)})`;
    if (code !== 'ENOENT') throw createBadFileError(problem, thrown);
  }
  const report = (field: string, problem: string): never => {
    throw createBadFileError([path, field, problem].filter(Boolean).join(' '));
  };
  try {
    return toFields(JSON.parse(text) as JsonValue, { report }, '');
  } catch (thrown) {
    // The cause of a parse error is omitted, because it quotes the file.
    throw thrown instanceof CatalogError ? thrown : createBadFileError(`${path} is not valid JSON`);
  }
}

/** Runs `work` while a file lock excludes other processes. Throws `CatalogError`. */
export async function withFileLock<Result>(
  path: string,
  work: () => Result | Promise<Result>,
  pause: (ms: number) => Promise<void> = (ms) => pauseOnRealClock(ms, undefined),
): Promise<Result> {
  mkdirSync(dirname(path), { recursive: true, mode: PRIVATE_FOLDER_MODE });
  const lock = await waitForLock(`${path}.lock`, pause);
  try {
    return await work();
  } finally {
    lock.close();
  }
}

/** Replaces a file atomically, so that only its owner can read it. */
export function replacePrivateFile(path: string, value: object): void {
  const file = resolvePathIfExists(path);
  const name = `.${basename(path, '.json')}.${randomBytes(6).toString('hex')}`;
  const temporary = join(dirname(file), name);
  try {
    const handle = openSync(temporary, 'wx', PRIVATE_MODE);
    try {
      writeSync(handle, `${JSON.stringify(value, undefined, 2)}\n`);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function createBadFileError(problem: string, cause?: unknown): CatalogError {
  const message = `${problem}: fix the file or move it away; it was not changed`;
  return new CatalogError('bad-file', message, { cause });
}

/** Waits for a file lock without blocking, because this process may hold the lock itself. */
async function waitForLock(
  path: string,
  pause: (ms: number) => Promise<void>,
): Promise<ReturnType<typeof acquireLock>> {
  for (let left = MOST_TRIES; ; left -= 1) {
    try {
      return acquireLock(path, 0);
    } catch (cause) {
      if (!isLockBusyError(cause)) {
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new CatalogError('bad-file', `${path} cannot be created: ${why}`, { cause });
      }
      const message = `${path} is locked by another process: try again when it has ended`;
      if (left <= 1) throw new CatalogError('bad-file', message, { cause });
    }
    await pause(PAUSE_MS);
  }
}

const BUSY = 5;

function isLockBusyError(thrown: unknown): boolean {
  return thrown instanceof Error && 'errcode' in thrown && thrown.errcode === BUSY;
}

/** Resolves a symbolic link, so that its target is replaced instead of the link. */
function resolvePathIfExists(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
