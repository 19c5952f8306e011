import { MAX_VALUE_DEPTH, parseAndRepairJson } from '#core';

/** Maximum number of characters that are read from a stream. */
const MAX_CHARACTERS = 10_000_000;

/**
 * Converts what a tool's function returned to a value that JSON can hold. A generator runs to its end:
 * its returned value counts, or else its joined texts, or else the last value that it yielded. Streams
 * and responses are read as text, maps and sets become objects and lists. An error is thrown, as is
 * one about bytes and about a response with an error status.
 */
export function convertReturnValueOrThrow(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) throw value;
  if (value instanceof Response) return readResponse(value);
  if (value instanceof ReadableStream) return readStream(value);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof Blob)
    throw new Error(BYTES_ADVICE);
  if (isGenerator(value)) return readGenerator(value);
  return hasJsonForm(value, MAX_VALUE_DEPTH)
    ? value
    : toJsonCompatibleValue(value, MAX_VALUE_DEPTH);
}

const BYTES_ADVICE =
  'the tool returned bytes, which a model cannot read: return text, or call give with a file';

type AnyGenerator = Generator<unknown, unknown> | AsyncGenerator<unknown, unknown>;

function isGenerator(value: object): value is AnyGenerator {
  return (
    'next' in value &&
    typeof value.next === 'function' &&
    (Symbol.asyncIterator in value || Symbol.iterator in value)
  );
}

async function readGenerator(generator: AnyGenerator): Promise<unknown> {
  const yielded: unknown[] = [];
  let characters = 0;
  for (;;) {
    const { done, value } = await generator.next();
    if (done && value !== undefined) return convertReturnValueOrThrow(value);
    if (done) break;
    // If a generator yields values other than texts, only the last value counts.
    if (typeof value !== 'string') yielded.length = 0;
    else characters += value.length;
    yielded.push(value);
    if (characters > MAX_CHARACTERS) throw createTooLongError();
  }
  if (yielded.every((value) => typeof value === 'string')) return yielded.join('');
  return convertReturnValueOrThrow(yielded.at(-1));
}

async function readResponse(response: Response): Promise<unknown> {
  const text = response.body ? await readStream(response.body) : '';
  if (!response.ok)
    throw new Error(
      `the HTTP request of the tool failed with status ${response.status}: ${text.slice(0, 1000)}`,
    );
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return isJson ? (parseAndRepairJson(text) ?? text) : text;
}

async function readStream(stream: ReadableStream<unknown>): Promise<string> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let characters = 0;
  for await (const piece of stream) {
    const text = pieceToTextOrJson(piece, decoder);
    characters += text.length;
    if (characters > MAX_CHARACTERS) throw createTooLongError();
    pieces.push(text);
  }
  return pieces.join('') + decoder.decode();
}

function pieceToTextOrJson(piece: unknown, decoder: InstanceType<typeof TextDecoder>): string {
  if (typeof piece === 'string') return piece;
  if (piece instanceof Uint8Array) return decoder.decode(piece, { stream: true });
  return JSON.stringify(piece) ?? '';
}

function createTooLongError(): Error {
  return new Error(
    `the tool returned more than ${MAX_CHARACTERS} characters: return only the needed part`,
  );
}

/** Returns whether a value contains no map, set, error, pattern or bytes, which JSON cannot represent. */
function hasJsonForm(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || levels === 0) return true;
  if (Array.isArray(value)) return value.every((item) => hasJsonForm(item, levels - 1));
  if (hasNoJsonForm(value)) return false;
  return Object.values(value).every((field) => hasJsonForm(field, levels - 1));
}

function hasNoJsonForm(value: object): boolean {
  return (
    value instanceof Map ||
    value instanceof Set ||
    value instanceof Error ||
    value instanceof RegExp ||
    ArrayBuffer.isView(value)
  );
}

function toJsonCompatibleValue(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null || levels === 0) return value;
  const toPlain = (part: unknown): unknown => toJsonCompatibleValue(part, levels - 1);
  if (Array.isArray(value)) return value.map(toPlain);
  if (value instanceof Set) return [...value].map(toPlain);
  if (value instanceof Map) return mapToPlain(value, toPlain);
  if (value instanceof Error) return { error: value.message };
  if (value instanceof RegExp) return String(value);
  if (ArrayBuffer.isView(value)) throw new Error(BYTES_ADVICE);
  if ('toJSON' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, toPlain(field)]));
}

/** Converts a map to an object, or to a list of pairs if a key is neither a text nor a number. */
function mapToPlain(
  map: ReadonlyMap<unknown, unknown>,
  toPlain: (part: unknown) => unknown,
): unknown {
  const entries = [...map].map(([key, value]) => [key, toPlain(value)] as const);
  const hasNames = entries.every(([key]) => typeof key === 'string' || typeof key === 'number');
  return hasNames ? Object.fromEntries(entries as [string | number, unknown][]) : entries;
}
