import { createHash } from 'node:crypto';
import type { JsonValue } from '../../core/index.ts';

/** A part of stored values that is kept once, even if many values hold it. */
interface Blob {
  /** SHA-256 of the body. */
  readonly hash: string;
  readonly body: string;
  /** Hashes of the blobs that this one names. */
  readonly uses: readonly string[];
}

/**
 * A value as it is stored: text, and the blobs that the text names, each after the blobs it names
 * itself.
 */
export interface Encoded {
  readonly text: string;
  readonly uses: readonly string[];
  readonly blobs: readonly Blob[];
}

/** Strings of at least this many characters are blobs. */
const LARGE = 8 * 1024;

/**
 * Values of a list in one blob. Each such run names the one before it, so that the last full run
 * names a list of any length, and lists that begin alike share their common part.
 */
const RUN = 16;

const NONE: readonly never[] = [];

/** The position in a value: the keys and indices that lead to it. */
type Path = readonly (string | number)[];

type Named = readonly [path: Path, hash: string];

/**
 * Text that names blobs is an array: the value without the parts in blobs, the places of the texts,
 * and the places of the beginnings of lists. All other text is the JSON of an object. So nothing
 * inside a value can be mistaken for a name.
 */
type Parted = readonly [rest: JsonValue, texts: readonly Named[], lists: readonly Named[]];

/**
 * Encodes an object. `lists` are its properties, or properties of these, that grow at the end:
 * `['origin', 'history']`. Like JSON, it leaves out `undefined`.
 */
export function encode(value: object, lists: readonly Path[] = []): Encoded {
  const isLong = lists.some((path) => listAt(value, path).length >= RUN);
  if (!isLong) {
    const text = JSON.stringify(value);
    // Most values take this path: a text that is short as a whole has no long string in it.
    if (text.length < LARGE) return { text, uses: NONE, blobs: NONE };
  }
  const parting = createParting(lists);
  const rest = parting.without(value, []);
  const { texts, heads, blobs } = parting;
  if (texts.length === 0 && heads.length === 0) {
    return { text: JSON.stringify(rest), uses: NONE, blobs: NONE };
  }
  const uses = [...new Set([...texts, ...heads].map(([, hash]) => hash))];
  return { text: JSON.stringify([rest, texts, heads]), uses, blobs };
}

/** Decodes an encoded value; `bodyOf` returns the body of a blob. */
export function decode(text: string, bodyOf: (hash: string) => string): unknown {
  if (!text.startsWith('[')) return JSON.parse(text);
  const [rest, texts, lists] = JSON.parse(text) as Parted;
  for (const [path, hash] of texts) put(rest, path, JSON.parse(bodyOf(hash)));
  for (const [path, hash] of lists) {
    const tail = listAt(rest, path);
    put(rest, path, [...listEndingWith(hash, bodyOf), ...tail]);
  }
  return rest;
}

/** The name of a blob. */
export function hashOf(body: string): string {
  return createHash('sha256').update(body).digest('base64url');
}

/** Collects the parts that are taken out of a value. */
function createParting(lists: readonly Path[]) {
  const texts: Named[] = [];
  const heads: Named[] = [];
  const blobs: Blob[] = [];

  function keep(body: string, uses: readonly string[]): string {
    const hash = hashOf(body);
    blobs.push({ hash, body, uses });
    return hash;
  }

  function without(value: unknown, path: Path): unknown {
    if (typeof value === 'string' && value.length >= LARGE) {
      texts.push([path, keep(JSON.stringify(value), [])]);
      return '';
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const isList = lists.some((list) => isSamePath(list, path));
      const tail = isList ? withoutRuns(value, path) : value;
      return tail.map((item: unknown, index) => without(item, [...path, index]));
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, without(item, [...path, key])]),
    );
  }

  function withoutRuns(items: readonly unknown[], path: Path): readonly unknown[] {
    const full = items.length - (items.length % RUN);
    let before: string | null = null;
    for (let start = 0; start < full; start += RUN) {
      const run = encode({ before, items: items.slice(start, start + RUN) });
      blobs.push(...run.blobs);
      before = keep(run.text, before === null ? run.uses : [before, ...run.uses]);
    }
    if (before !== null) heads.push([path, before]);
    return items.slice(full);
  }

  return { texts, heads, blobs, without };
}

function listEndingWith(head: string, bodyOf: (hash: string) => string): unknown[] {
  const runs: (readonly unknown[])[] = [];
  for (let hash: string | null = head; hash !== null;) {
    const run = decode(bodyOf(hash), bodyOf) as Run;
    runs.push(run.items);
    hash = run.before;
  }
  return runs.toReversed().flat();
}

interface Run {
  readonly before: string | null;
  readonly items: readonly unknown[];
}

function listAt(value: unknown, path: Path): readonly unknown[] {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
}

function at(value: unknown, path: Path): unknown {
  let found = value;
  for (const key of path) found = (found as Record<string | number, unknown> | undefined)?.[key];
  return found;
}

/** The place exists already, so a key can only mean a property of the value itself. */
function put(value: unknown, path: Path, item: unknown): void {
  const holder = at(value, path.slice(0, -1)) as Record<string | number, unknown>;
  const key = path.at(-1);
  if (key !== undefined) holder[key] = item;
}

function isSamePath(one: Path, other: Path): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index]);
}
