import { isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import { alone, badFile, readPrivate, replacePrivate } from './private-file.ts';

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

/** What the file holds; nothing where it is not there. Throws `CatalogError`. */
export function readKept(path: string): Kept {
  const written = readPrivate(path) ?? {};
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
  return alone(path, () => {
    const { result, next } = change(readKept(path));
    if (next) replacePrivate(path, plainOf(next));
    return result;
  });
}

function plainOf({ known, recent, written }: Kept): JsonObject {
  const plain = ({ name, source, card_keys: keys }: KeptAgent): JsonObject => ({
    name,
    source,
    ...(keys && { card_keys: keys }),
  });
  return { ...written, known: known.map(plain), recent: recent.map(plain) };
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
