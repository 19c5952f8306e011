import { createHash } from 'node:crypto';
import { append, isChain, toArray, type Chain, type JsonValue } from '../../core/index.ts';
import type { RunCache } from './run-cache.ts';

/** A part of stored values that is kept once, even if many values hold it. */
interface Blob {
  /** SHA-256 of the body. */
  readonly hash: string;
  readonly body: string;
  /** Hashes of the blobs that this one names. */
  readonly uses: readonly string[];
}

/** A value as it is stored: text, and what its blobs are made of; `missingBlobs` makes them. */
export interface Encoded {
  readonly text: string;
  /** Hashes of the blobs that the text names. */
  readonly uses: readonly string[];
  /** Blobs of long strings. */
  readonly texts: readonly Blob[];
  /** For each list with full runs, the link that ends the last of them. */
  readonly ends: readonly Chain<unknown>[];
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
  const isLong = lists.some((path) => lengthOf(at(value, path)) >= RUN);
  if (!isLong) {
    const text = JSON.stringify(value);
    // Most values take this path: a text that is short as a whole has no long string in it.
    if (text.length < LARGE) return { text, uses: NONE, texts: NONE, ends: NONE };
  }
  const parting = createParting(lists);
  const rest = parting.without(value, []);
  const { strings, heads, texts, ends } = parting;
  if (strings.length === 0 && heads.length === 0) {
    return { text: JSON.stringify(rest), uses: NONE, texts: NONE, ends: NONE };
  }
  const uses = [...new Set([...strings, ...heads].map(([, hash]) => hash))];
  return { text: JSON.stringify([rest, strings, heads]), uses, texts, ends };
}

/**
 * The blobs of a value that are not kept yet, each after the blobs that it names. A blob that is kept has
 * all that it names beside it, so that of a list only what is new is looked at.
 */
export function missingBlobs(
  { texts, ends }: Pick<Encoded, 'texts' | 'ends'>,
  isKept: (hash: string) => boolean,
): Blob[] {
  const missing = texts.filter(({ hash }) => !isKept(hash));
  for (const end of ends) {
    const links: Chain<unknown>[] = [];
    for (let link: Chain<unknown> | undefined = end; link; link = beginningOf(link)) {
      if (isKept(nameOfRun(link))) break;
      links.push(link);
    }
    for (const link of links.toReversed()) missing.push(...blobsOfRun(link));
  }
  return missing;
}

/** A value that is short, and equal for two lists where they hold the same. */
export function digestOf(list: Chain<unknown>): JsonValue {
  const end = lastFullRun(list);
  return [end ? nameOfRun(end) : null, toArray(list, end?.length) as JsonValue];
}

/**
 * Decodes an encoded value; `bodyOf` returns the body of a blob. Lists with runs are chains, which share
 * with others what `runs` holds.
 */
export function decode(text: string, bodyOf: (hash: string) => string, runs?: RunCache): unknown {
  if (!text.startsWith('[')) return JSON.parse(text);
  const [rest, texts, lists] = JSON.parse(text) as Parted;
  for (const [path, hash] of texts) put(rest, path, JSON.parse(bodyOf(hash)));
  for (const [path, hash] of lists) {
    let chain = chainEndingWith(hash, bodyOf, runs);
    for (const item of at(rest, path) as readonly unknown[]) chain = append(chain, item);
    put(rest, path, chain);
  }
  return rest;
}

/** The name of a blob. */
export function hashOf(body: string): string {
  return createHash('sha256').update(body).digest('base64url');
}

/** Collects the parts that are taken out of a value. */
function createParting(lists: readonly Path[]) {
  const strings: Named[] = [];
  const heads: Named[] = [];
  const texts: Blob[] = [];
  const ends: Chain<unknown>[] = [];

  function without(value: unknown, path: Path): unknown {
    if (typeof value === 'string' && value.length >= LARGE) {
      const body = JSON.stringify(value);
      const hash = hashOf(body);
      texts.push({ hash, body, uses: NONE });
      strings.push([path, hash]);
      return '';
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value) || isChain(value)) {
      const isList = lists.some((list) => isSamePath(list, path));
      const tail = isList
        ? withoutRuns(value, path)
        : Array.isArray(value)
          ? value
          : toArray(value);
      return tail.map((item: unknown, index) => without(item, [...path, index]));
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, without(item, [...path, key])]),
    );
  }

  function withoutRuns(list: readonly unknown[] | Chain<unknown>, path: Path): readonly unknown[] {
    const chain = isChain(list) ? list : chained(list);
    const end = lastFullRun(chain);
    if (end) {
      heads.push([path, nameOfRun(end)]);
      ends.push(end);
    }
    return toArray(chain, end?.length);
  }

  return { strings, heads, texts, ends, without };
}

/** Names of runs, by the links that end them: what a link holds never changes. */
const names = new WeakMap<Chain<unknown>, string>();

/** The link that ends the last full run of a list. */
function lastFullRun(list: Chain<unknown> | undefined): Chain<unknown> | undefined {
  let link = list;
  while (link !== undefined && link.length % RUN > 0) link = link.before;
  return link;
}

/** The link that ends the run before a run. */
function beginningOf(end: Chain<unknown>): Chain<unknown> | undefined {
  return lastFullRun(end.before);
}

function nameOfRun(end: Chain<unknown>): string {
  const unnamed: Chain<unknown>[] = [];
  for (let link: Chain<unknown> | undefined = end; link; link = beginningOf(link)) {
    if (names.has(link)) break;
    unnamed.push(link);
  }
  for (const link of unnamed.toReversed()) names.set(link, hashOf(encodedRun(link).text));
  return names.get(end) ?? '';
}

/** The run that a link ends. The run before it must have a name. */
function encodedRun(end: Chain<unknown>): Encoded {
  const begin = beginningOf(end);
  const before = begin ? (names.get(begin) ?? '') : null;
  return encode({ before, items: toArray(end, end.length - RUN) } satisfies Run);
}

function blobsOfRun(end: Chain<unknown>): readonly Blob[] {
  const { text, uses, texts } = encodedRun(end);
  const begin = beginningOf(end);
  return [
    ...texts,
    { hash: nameOfRun(end), body: text, uses: begin ? [nameOfRun(begin), ...uses] : uses },
  ];
}

function chainEndingWith(
  head: string,
  bodyOf: (hash: string) => string,
  runs: RunCache | undefined,
): Chain<unknown> | undefined {
  let size = 0;
  const counted = (hash: string): string => {
    const body = bodyOf(hash);
    size += body.length;
    return body;
  };
  const read: { readonly hash: string; readonly items: readonly unknown[] }[] = [];
  let hash: string | null = head;
  let shared = runs?.get(head);
  while (hash !== null && !shared) {
    const run = decode(counted(hash), counted) as Run;
    read.push({ hash, items: run.items });
    hash = run.before;
    shared = hash === null ? undefined : runs?.get(hash);
  }
  if (read.length === 0) return shared?.chain;
  let chain = shared?.chain;
  for (const run of read.toReversed()) {
    for (const item of run.items) chain = append(chain, item);
    if (chain) names.set(chain, run.hash);
  }
  if (chain) runs?.keep(head, { chain, size: size + (shared?.size ?? 0) }, hash);
  return chain;
}

function chained(list: readonly unknown[]): Chain<unknown> | undefined {
  let chain: Chain<unknown> | undefined;
  for (const item of list) chain = append(chain, item);
  return chain;
}

interface Run {
  readonly before: string | null;
  readonly items: readonly unknown[];
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) || isChain(list) ? list.length : 0;
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
