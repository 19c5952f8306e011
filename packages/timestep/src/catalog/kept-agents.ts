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
import { dirname, join } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import { heldLock } from '../runner/index.ts';
import { CatalogError } from './catalog-error.ts';

/** An agent under the name by which its user calls it. */
export interface KeptAgent {
  readonly name: string;
  /** A path, absolute, or an address. */
  readonly source: string;
  /** Public keys as JWK; the card of an address must be signed with one of them. */
  readonly card_keys?: readonly JsonObject[];
}

/** What the file of known agents holds. */
export interface Kept {
  readonly known: readonly KeptAgent[];
  /** The newest first. */
  readonly recent: readonly KeptAgent[];
  /** All fields of the file; those that are not known here stay. */
  readonly written: JsonObject;
}

/** What a change came to, and what the file is to hold then; absent: what it holds. */
export interface KeptChange<Result> {
  readonly result: Result;
  readonly next?: Kept;
}

/** Another process changes the file within a moment; each try waits a second. */
const MOST_TRIES = 20;
const PRIVATE_MODE = 0o600;
const PRIVATE_FOLDER_MODE = 0o700;

/** What the file holds; nothing where it is not there. Throws `CatalogError`. */
export function readKept(path: string): Kept {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return { known: [], recent: [], written: {} };
    throw badFile(`${path} cannot be read (${codeOf(thrown) ?? String(thrown)})`, thrown);
  }
  const written = parsed(text, path);
  return {
    written,
    known: agentsIn(written, 'known', path),
    recent: agentsIn(written, 'recent', path),
  };
}

/** Reads the file, changes what it holds, and writes it, while no other process does. */
export async function withKept<Result>(
  path: string,
  change: (kept: Kept) => KeptChange<Result>,
): Promise<Result> {
  mkdirSync(dirname(path), { recursive: true, mode: PRIVATE_FOLDER_MODE });
  const lock = await lockOf(`${path}.lock`);
  try {
    const { result, next } = change(readKept(path));
    if (next) replaceFile(path, textOf(next));
    return result;
  } finally {
    lock.close();
  }
}

async function lockOf(path: string): Promise<ReturnType<typeof heldLock>> {
  for (let left = MOST_TRIES; ; left -= 1) {
    try {
      return heldLock(path);
    } catch (cause) {
      if (!isBusy(cause)) {
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new CatalogError('bad-file', `${path} cannot be made: ${why}`, { cause });
      }
      const message = `${path} is held by another process: try again when that has ended`;
      if (left <= 1) throw new CatalogError('bad-file', message, { cause });
    }
    await Promise.resolve();
  }
}

/** SQLITE_BUSY */
const BUSY = 5;

function isBusy(thrown: unknown): boolean {
  return thrown instanceof Error && 'errcode' in thrown && thrown.errcode === BUSY;
}

function textOf({ known, recent, written }: Kept): string {
  const plain = ({ name, source, card_keys: keys }: KeptAgent): JsonObject => ({
    name,
    source,
    ...(keys && { card_keys: keys }),
  });
  const whole = { ...written, known: known.map(plain), recent: recent.map(plain) };
  return `${JSON.stringify(whole, undefined, 2)}\n`;
}

/** A reader sees the whole old file or the whole new one, also after a crash. */
function replaceFile(path: string, text: string): void {
  const file = realPathOf(path);
  const temporary = join(dirname(file), `.agents.${randomBytes(6).toString('hex')}`);
  try {
    const handle = openSync(temporary, 'wx', PRIVATE_MODE);
    try {
      writeSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** A link stays a link: what it leads to is replaced. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function parsed(text: string, path: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw badFile(`${path} is not JSON`, cause);
  }
  if (isJsonObject(value)) return value;
  throw badFile(`${path} does not hold an object`);
}

function agentsIn(written: JsonObject, field: 'known' | 'recent', path: string): KeptAgent[] {
  const listed: JsonValue = written[field] ?? [];
  if (!Array.isArray(listed)) throw badFile(`${path} ${field} must be a list`);
  return listed.map((each: JsonValue, at): KeptAgent => {
    const { name, source, card_keys: keys } = isJsonObject(each) ? each : {};
    if (keys !== undefined && !(Array.isArray(keys) && keys.every(isJsonObject))) {
      throw badFile(`${path} ${field}[${at}].card_keys must be a list of keys`);
    }
    const pinned = keys && { card_keys: keys as readonly JsonObject[] };
    if (typeof name === 'string' && typeof source === 'string') return { name, source, ...pinned };
    throw badFile(`${path} ${field}[${at}] must have the texts "name" and "source"`);
  });
}

function badFile(what: string, cause?: unknown): CatalogError {
  const message = `${what}: mend it, or move it away; it is left as it is`;
  return new CatalogError('bad-file', message, { cause });
}

function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : undefined;
}
