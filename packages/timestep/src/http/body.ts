import type { JsonValue } from '../core/index.ts';
import { collectBytes, type ByteCollector } from './collect-bytes.ts';
import { unfinishedBodies, type GivenUp, type UnfinishedBody } from './unfinished-bodies.ts';

/** 4 MiB, the limit that the protocols' own servers use. */
const DEFAULT_BODY_LIMIT = 4 * 1024 * 1024;

/** JSON that is nested deeper is refused before recursive code reads it. */
const DEEPEST = 128;

/** The body of a request as JSON, or why it is refused. */
export type JsonBody = { readonly ok: true; readonly value: JsonValue } | RefusedBody;

/** 400 not JSON, 408 too slow, 413 too large, 415 compressed, 503 too many at once. */
export interface RefusedBody {
  readonly ok: false;
  readonly status: 400 | 408 | 413 | 415 | 503;
  readonly message: string;
}

/** Bounds of what callers may send. */
export interface BodyLimits {
  /** Bytes of one body. Default 4 MiB. */
  readonly bodyLimit?: number;
  /** Bytes held for all bodies that have not arrived completely. Default 64 MiB. */
  readonly unfinishedLimit?: number;
  /** Milliseconds in which a body must arrive. Default 60000. */
  readonly bodyTimeoutMs?: number;
}

/** Reads a JSON body within bounds of size, depth and time; never rejects. */
export type ReadJson = (request: Request) => Promise<JsonBody> | JsonBody;

/** The body of a request as bytes, or why it is refused. */
export type BytesBody = { readonly ok: true; readonly value: Uint8Array } | RefusedBody;

/** Reads a body of any type within bounds of size and time; never rejects. */
export type ReadBytes = (request: Request) => Promise<BytesBody> | BytesBody;

/** The ways to read the bodies of one server, which share one bound of unfinished bodies. */
export interface BodyReader {
  readonly readJson: ReadJson;
  readonly readBytes: ReadBytes;
}

const DEFAULT_UNFINISHED_LIMIT = 64 * 1024 * 1024;
const DEFAULT_BODY_TIMEOUT_MS = 60_000;

/** A body that declares no more than this length is read in one go. */
const SHORT = 64 * 1024;

/** Makes a reader of JSON; `unfinishedLimit` counts all bodies that this reader reads. */
export function createJsonReader(limits: BodyLimits = {}): ReadJson {
  return createBodyReader(limits).readJson;
}

/** Makes the reader of a server; `unfinishedLimit` counts all bodies that it reads. */
export function createBodyReader(limits: BodyLimits = {}): BodyReader {
  const {
    bodyLimit = DEFAULT_BODY_LIMIT,
    unfinishedLimit = DEFAULT_UNFINISHED_LIMIT,
    bodyTimeoutMs = DEFAULT_BODY_TIMEOUT_MS,
  } = limits;
  const unfinished = unfinishedBodies({ bytes: unfinishedLimit, timeoutMs: bodyTimeoutMs });
  /**
   * `take` reads an uncompressed body, whose declared length is not above the limit (NaN where it declares none);
   * `made` makes the result of what it read, and does not throw.
   */
  function bounded<Arrived extends string | ByteCollector, Body>(
    request: Request,
    take: (declared: number, body: UnfinishedBody) => Promise<Arrived | RefusedBody>,
    made: (arrived: Arrived) => Body,
  ): Promise<Body | RefusedBody> | RefusedBody {
    const { headers } = request;
    const encoding = headers.get('content-encoding') ?? 'identity';
    if (encoding.toLowerCase() !== 'identity') {
      return refused(415, 'a compressed body is not taken: leave out Content-Encoding');
    }
    const declared = Number(headers.get('content-length') ?? Number.NaN);
    if (declared > bodyLimit) return tooLarge(bodyLimit);
    const body = unfinished.begin();
    return new Promise((resolve) => {
      let isGivenUp = false;
      const end = (outcome: Arrived | RefusedBody): void => {
        body.end();
        if (!isGivenUp) resolve(isRefused(outcome) ? outcome : made(outcome));
      };
      body.whenGivenUp((why) => {
        isGivenUp = true;
        resolve(refusalOf(why));
      });
      take(declared, body).then(end, () => end(refused(400, 'the body broke off')));
    });
  }

  return {
    readJson: (request) =>
      bounded(
        request,
        (declared, body) =>
          declared <= SHORT
            ? shortText(request, declared, body)
            : longText(request, bodyLimit, body),
        jsonIn,
      ),
    readBytes: (request) =>
      bounded(
        request,
        (_declared, body) => collected(request, bodyLimit, body),
        (arrived): BytesBody => ({ ok: true, value: arrived.bytes() }),
      ),
  };
}

function jsonIn(text: string): JsonBody {
  if (isTooDeep(text)) {
    return refused(400, `the JSON body is nested deeper than ${DEEPEST} levels`);
  }
  try {
    return { ok: true, value: JSON.parse(text) as JsonValue };
  } catch {
    return refused(400, 'the body is not valid JSON');
  }
}

function isRefused(arrived: string | ByteCollector | RefusedBody): arrived is RefusedBody {
  return typeof arrived === 'object' && 'ok' in arrived;
}

function refused(status: RefusedBody['status'], message: string): RefusedBody {
  return { ok: false, status, message };
}

function tooLarge(limit: number): RefusedBody {
  return refused(413, `the body is larger than ${limit} bytes`);
}

function refusalOf(why: GivenUp): RefusedBody {
  return why === 'too-slow'
    ? refused(408, 'the body did not arrive in time')
    : refused(503, 'too many bodies are arriving at once: try again later');
}

/** HTTP itself holds a body to the length that it declares. */
function shortText(request: Request, declared: number, body: UnfinishedBody): Promise<string> {
  body.hold(declared);
  return request.text();
}

async function longText(
  request: Request,
  limit: number,
  body: UnfinishedBody,
): Promise<string | RefusedBody> {
  const arrived = await collected(request, limit, body);
  return 'ok' in arrived ? arrived : arrived.text();
}

/** Stops reading at the limit, whatever length the headers declare. */
async function collected(
  request: Request,
  limit: number,
  body: UnfinishedBody,
): Promise<ByteCollector | RefusedBody> {
  const bytes = collectBytes();
  if (request.body === null) return bytes;
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  const stop = (): Promise<unknown> => reader.cancel().catch(() => undefined);
  body.whenGivenUp(() => void stop());
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes;
    if (bytes.size + value.byteLength > limit) {
      void stop();
      return tooLarge(limit);
    }
    bytes.add(value);
    body.hold(bytes.held);
  }
}

function isTooDeep(text: string): boolean {
  if (!hasMany(text, DEEPEST)) return false;
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === BACKSLASH) index += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === BRACKET || code === BRACE) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (code === BRACKET + 2 || code === BRACE + 2) depth -= 1;
  }
  return false;
}

const QUOTE = 0x22;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;

/** Whether a text has enough opening brackets to be nested too deeply; most bodies have few. */
function hasMany(text: string, enough: number): boolean {
  let count = 0;
  for (const opening of ['{', '[']) {
    for (let at = text.indexOf(opening); at !== -1; at = text.indexOf(opening, at + 1)) {
      count += 1;
      if (count > enough) return true;
    }
  }
  return false;
}
