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
import { isJsonObject, type JsonObject } from '../core/index.ts';
import { pauseFor } from '../http/index.ts';
import { heldLock } from '../runner/index.ts';
import { CatalogError } from './catalog-error.ts';

/** How long a change of another process is waited for, who makes one within a moment. */
const MOST_TRIES = 600;
const PAUSE_MS = 50;
const PRIVATE_MODE = 0o600;
const PRIVATE_FOLDER_MODE = 0o700;

/** The object that a file of a person holds; nothing where it is not there. Throws `CatalogError`. */
export function readPrivate(path: string): JsonObject | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return undefined;
    throw badFile(`${path} cannot be read (${codeOf(thrown) ?? String(thrown)})`, thrown);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The cause is left out, because it quotes the file.
    throw badFile(`${path} is not JSON`);
  }
  if (isJsonObject(value)) return value;
  throw badFile(`${path} does not hold an object`);
}

/** Does some work on a file while no other process does. Throws `CatalogError`. */
export async function alone<Result>(
  path: string,
  work: () => Result | Promise<Result>,
  pause: (ms: number) => Promise<void> = (ms) => pauseFor(ms, undefined),
): Promise<Result> {
  mkdirSync(dirname(path), { recursive: true, mode: PRIVATE_FOLDER_MODE });
  const lock = await lockOf(`${path}.lock`, pause);
  try {
    return await work();
  } finally {
    lock.close();
  }
}

/** Replaces a file, which its user alone can read: a reader sees the whole old one or the whole new one, also after a crash. */
export function replacePrivate(path: string, value: JsonObject): void {
  const file = realPathOf(path);
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

export function badFile(what: string, cause?: unknown): CatalogError {
  const message = `${what}: mend it, or move it away; it is left as it is`;
  return new CatalogError('bad-file', message, { cause });
}

/** Does not keep the process waiting, which may hold the lock itself. */
async function lockOf(
  path: string,
  pause: (ms: number) => Promise<void>,
): Promise<ReturnType<typeof heldLock>> {
  for (let left = MOST_TRIES; ; left -= 1) {
    try {
      return heldLock(path, 0);
    } catch (cause) {
      if (!isBusy(cause)) {
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new CatalogError('bad-file', `${path} cannot be made: ${why}`, { cause });
      }
      const message = `${path} is held by another process: try again when that has ended`;
      if (left <= 1) throw new CatalogError('bad-file', message, { cause });
    }
    await pause(PAUSE_MS);
  }
}

/** SQLITE_BUSY */
const BUSY = 5;

function isBusy(thrown: unknown): boolean {
  return thrown instanceof Error && 'errcode' in thrown && thrown.errcode === BUSY;
}

/** A link stays a link: what it leads to is replaced. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : undefined;
}
