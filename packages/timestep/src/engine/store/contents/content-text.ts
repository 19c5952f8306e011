import { createHash } from 'node:crypto';
import { appendAll, isChain, toArray, type Chain, type JsonValue } from '#core';
import type { Transaction } from '../statement.ts';
import { insertBlob, insertBlobUse, isBlobStored, readBlob, type Blob } from './blob-rows.ts';
import type { ListPrefixCache } from './list-prefix-cache.ts';

/** An encoded value, and the texts and list segments that must be stored as blobs if they are missing. */
export interface EncodedValue {
  readonly text: string;
  readonly uses: readonly string[];
  readonly texts: readonly Blob[];
  /** For each list with at least one full segment, the end of its last full segment. */
  readonly ends: readonly Chain<unknown>[];
}

const MIN_BLOB_LENGTH = 8 * 1024;

/**
 * Number of list items per segment. A segment is a blob with a reference to the previous segment,
 * so that lists share segments.
 */
const SEGMENT_LENGTH = 16;

const EMPTY_LIST: readonly never[] = [];

type Path = readonly (string | number)[];

type BlobReference = readonly [path: Path, hash: string];

/** Form of a text with blobs: the rest of the value, then the positions and hashes of strings and lists. */
type EncodedArray = readonly [
  rest: JsonValue,
  texts: readonly BlobReference[],
  lists: readonly BlobReference[],
];

/**
 * Encodes an object. `lists` are the paths of its append-only lists, which are stored in segments.
 */
export function encodeValue(value: object, lists: readonly Path[] = []): EncodedValue {
  const isLong = lists.some((path) => getListLength(getValueAtPath(value, path)) >= SEGMENT_LENGTH);
  if (!isLong) {
    const text = JSON.stringify(value);
    // A short text is stored without blobs. Most values are short.
    if (text.length < MIN_BLOB_LENGTH)
      return { text, uses: EMPTY_LIST, texts: EMPTY_LIST, ends: EMPTY_LIST };
  }
  const parting = createLongContentExtractor(lists);
  const rest = parting.without(value, []);
  const { strings, heads, texts, ends } = parting;
  if (strings.length === 0 && heads.length === 0) {
    return { text: JSON.stringify(rest), uses: EMPTY_LIST, texts: EMPTY_LIST, ends: EMPTY_LIST };
  }
  const uses = [...new Set([...strings, ...heads].map(([, hash]) => hash))];
  return { text: JSON.stringify([rest, strings, heads]), uses, texts, ends };
}

/** Stores the missing blobs of a value, and records that a task uses all its blobs. */
export function* storeBlobs(taskId: string, encoded: EncodedValue): Transaction<void> {
  if (encoded.uses.length === 0) return;
  for (const blob of yield* listMissingBlobs(encoded)) {
    // If a value contains equal blobs, they are stored once.
    if (!(yield* isBlobStored(blob.hash))) yield* insertBlob(blob);
  }
  for (const hash of encoded.uses) yield* insertBlobUse(taskId, hash);
}

/** Lists the blobs that are not stored yet, referenced blobs first. A stored blob has all its references stored. */
export function* listMissingBlobs({
  texts,
  ends,
}: Pick<EncodedValue, 'texts' | 'ends'>): Transaction<readonly Blob[]> {
  const missing: Blob[] = [];
  for (const blob of texts) if (!(yield* isBlobStored(blob.hash))) missing.push(blob);
  for (const end of ends) {
    const links: Chain<unknown>[] = [];
    for (let link: Chain<unknown> | undefined = end; link; link = findEndOfPreviousSegment(link)) {
      if (yield* isBlobStored(hashSegment(link))) break;
      links.push(link);
    }
    for (const link of links.toReversed()) missing.push(...listSegmentBlobs(link));
  }
  return missing;
}

/** Returns a short value that is equal for lists with equal contents. */
export function computeListDigest(list: Chain<unknown>): JsonValue {
  const end = findEndOfLastFullSegment(list);
  return [end ? hashSegment(end) : null, toArray(list, end?.length) as JsonValue];
}

/**
 * Decodes a value. Lists in segments become chains, which share links with the lists in `cache`.
 */
export function* decodeValue(text: string, cache?: ListPrefixCache): Transaction<unknown> {
  if (text.startsWith('[')) return (yield* decodeValueAndMeasureBlobs(text, cache)).value;
  return JSON.parse(text) as unknown;
}

/** A decoded value, and the length of the text from which it was decoded. */
interface DecodedValue {
  readonly value: unknown;
  readonly size: number;
}

function* decodeValueAndMeasureBlobs(
  text: string,
  cache?: ListPrefixCache,
): Transaction<DecodedValue> {
  const [rest, texts, lists] = JSON.parse(text) as EncodedArray;
  let size = 0;
  for (const [path, hash] of texts) {
    const body = yield* readBlob(hash);
    size += body.length;
    setValueAtPath(rest, path, JSON.parse(body));
  }
  for (const [path, hash] of lists) {
    const items = getValueAtPath(rest, path) as readonly unknown[];
    setValueAtPath(rest, path, appendAll(yield* loadListFromSegments(hash, cache), items));
  }
  return { value: rest, size };
}

/** Returns the hash that identifies a blob. */
export function computeHash(body: string): string {
  return createHash('sha256').update(body).digest('base64url');
}

function createLongContentExtractor(lists: readonly Path[]) {
  const strings: BlobReference[] = [];
  const heads: BlobReference[] = [];
  const texts: Blob[] = [];
  const ends: Chain<unknown>[] = [];

  function moveLongContentToBlobs(value: unknown, path: Path): unknown {
    if (typeof value === 'string' && value.length >= MIN_BLOB_LENGTH) {
      const body = JSON.stringify(value);
      const hash = computeHash(body);
      texts.push({ hash, body, uses: EMPTY_LIST });
      strings.push([path, hash]);
      return '';
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value) || isChain(value)) {
      const isList = lists.some((list) => isSamePath(list, path));
      const tail = isList
        ? cutOffFullSegments(value, path)
        : Array.isArray(value)
          ? value
          : toArray(value);
      return tail.map((item: unknown, index) => moveLongContentToBlobs(item, [...path, index]));
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        moveLongContentToBlobs(item, [...path, key]),
      ]),
    );
  }

  function cutOffFullSegments(
    list: readonly unknown[] | Chain<unknown>,
    path: Path,
  ): readonly unknown[] {
    const chain = isChain(list) ? list : appendAll(undefined, list);
    const end = findEndOfLastFullSegment(chain);
    if (end) {
      heads.push([path, hashSegment(end)]);
      ends.push(end);
    }
    return toArray(chain, end?.length);
  }

  return { strings, heads, texts, ends, without: moveLongContentToBlobs };
}

/** Cache of segment hashes. The key is the last element of the segment's linked list, which is never modified. */
const hashes = new WeakMap<Chain<unknown>, string>();

function findEndOfLastFullSegment(list: Chain<unknown> | undefined): Chain<unknown> | undefined {
  let link = list;
  while (link !== undefined && link.length % SEGMENT_LENGTH > 0) link = link.before;
  return link;
}

function findEndOfPreviousSegment(end: Chain<unknown>): Chain<unknown> | undefined {
  return findEndOfLastFullSegment(end.before);
}

function hashSegment(end: Chain<unknown>): string {
  const unnamed: Chain<unknown>[] = [];
  for (let link: Chain<unknown> | undefined = end; link; link = findEndOfPreviousSegment(link)) {
    if (hashes.has(link)) break;
    unnamed.push(link);
  }
  for (const link of unnamed.toReversed()) hashes.set(link, computeHash(encodeSegment(link).text));
  return hashes.get(end) ?? '';
}

/** The hash of the previous segment must be in `hashes`. */
function encodeSegment(end: Chain<unknown>): EncodedValue {
  const begin = findEndOfPreviousSegment(end);
  const before = begin ? (hashes.get(begin) ?? '') : null;
  const items = toArray(end, end.length - SEGMENT_LENGTH);
  return encodeValue({ before, items } satisfies Segment);
}

function listSegmentBlobs(end: Chain<unknown>): readonly Blob[] {
  const { text, uses, texts } = encodeSegment(end);
  const begin = findEndOfPreviousSegment(end);
  return [
    ...texts,
    { hash: hashSegment(end), body: text, uses: begin ? [hashSegment(begin), ...uses] : uses },
  ];
}

function* loadListFromSegments(
  head: string,
  cache: ListPrefixCache | undefined,
): Transaction<Chain<unknown> | undefined> {
  let size = 0;
  const read: { readonly hash: string; readonly items: readonly unknown[] }[] = [];
  let hash: string | null = head;
  let shared = cache?.get(head);
  while (hash !== null && !shared) {
    const body: string = yield* readBlob(hash);
    const decoded = body.startsWith('[') ? yield* decodeValueAndMeasureBlobs(body) : undefined;
    const segment = (decoded ? decoded.value : JSON.parse(body)) as Segment;
    size += body.length + (decoded?.size ?? 0);
    read.push({ hash, items: segment.items });
    hash = segment.before;
    shared = hash === null ? undefined : cache?.get(hash);
  }
  if (read.length === 0) return shared?.chain;
  let chain = shared?.chain;
  for (const segment of read.toReversed()) {
    chain = appendAll(chain, segment.items);
    if (chain) hashes.set(chain, segment.hash);
  }
  if (chain) cache?.keep(head, { chain, size: size + (shared?.size ?? 0) }, hash);
  return chain;
}

interface Segment {
  readonly before: string | null;
  readonly items: readonly unknown[];
}

function getListLength(list: unknown): number {
  return Array.isArray(list) || isChain(list) ? list.length : 0;
}

function getValueAtPath(value: unknown, path: Path): unknown {
  let found = value;
  for (const key of path) found = (found as Record<string | number, unknown> | undefined)?.[key];
  return found;
}

/** Sets a value at an existing path. Even a key such as `__proto__` sets an own property here. */
function setValueAtPath(value: unknown, path: Path, item: unknown): void {
  const holder = getValueAtPath(value, path.slice(0, -1)) as Record<string | number, unknown>;
  const key = path.at(-1);
  if (key !== undefined) holder[key] = item;
}

function isSamePath(one: Path, other: Path): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index]);
}
