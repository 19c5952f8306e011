import {
  describeTooDeep,
  isNestedTooDeep,
  MAX_MESSAGE_DEPTH,
  repairJson,
  type JsonValue,
} from '#core';
import { createByteCollector, type ByteCollector } from './byte-collector.ts';
import {
  createUnfinishedBodies,
  type AbandonReason,
  type UnfinishedBody,
} from './unfinished-bodies.ts';

/** Default limit of bodies, 4 MiB: the limit of the protocols' reference servers. */
const DEFAULT_BODY_LIMIT = 4 * 1024 * 1024;

/** Result of reading a request body: its JSON value, or why the body was rejected. */
export type JsonBody = { readonly ok: true; readonly value: JsonValue } | RejectedBody;

/** A rejected body: 400 invalid JSON, 408 too slow, 413 too large, 415 compressed, 503 too many bodies. */
export interface RejectedBody {
  readonly ok: false;
  readonly status: 400 | 408 | 413 | 415 | 503;
  readonly message: string;
}

/** Limits of request bodies. */
export interface BodyLimits {
  /** Maximum size of a body in bytes. Default: 4 MiB. */
  readonly bodyLimit?: number;
  /** Maximum bytes in memory for all incomplete bodies. Default: 64 MiB. */
  readonly unfinishedLimit?: number;
  /** Maximum time for a body to arrive, in milliseconds. Default: 60000. */
  readonly bodyTimeoutMs?: number;
}

/** Reads JSON within limits of size, depth and time. Never rejects. */
export type ReadJson = (request: Request) => Promise<JsonBody> | JsonBody;

/** Result of reading a request body: its bytes, or why the body was rejected. */
export type BytesBody = { readonly ok: true; readonly value: Uint8Array } | RejectedBody;

/** Reads a body within limits of size and time. Never rejects. */
export type ReadBytes = (request: Request) => Promise<BytesBody> | BytesBody;

/** The body readers of one server, which share one limit of incomplete bodies. */
export interface BodyReader {
  readonly readJson: ReadJson;
  readonly readBytes: ReadBytes;
}

const DEFAULT_UNFINISHED_LIMIT = 64 * 1024 * 1024;
const DEFAULT_BODY_TIMEOUT_MS = 60_000;

/** Maximum declared length, in bytes, of a body that is read in one step. */
const SHORT_BODY_BYTES = 64 * 1024;

/** Creates a JSON reader. `unfinishedLimit` applies to all bodies that it reads. */
export function createJsonReader(limits: BodyLimits = {}): ReadJson {
  return createBodyReader(limits).readJson;
}

/** Creates body readers, which share one limit of incomplete bodies. */
export function createBodyReader(limits: BodyLimits = {}): BodyReader {
  const {
    bodyLimit = DEFAULT_BODY_LIMIT,
    unfinishedLimit = DEFAULT_UNFINISHED_LIMIT,
    bodyTimeoutMs = DEFAULT_BODY_TIMEOUT_MS,
  } = limits;
  const unfinished = createUnfinishedBodies({ bytes: unfinishedLimit, timeoutMs: bodyTimeoutMs });
  /** Creates a reader. `read` receives the declared length (NaN if undeclared); `convert` must not throw. */
  function readWithinLimits<Arrived extends string | ByteCollector, Body>(
    request: Request,
    read: (declared: number, body: UnfinishedBody) => Promise<Arrived | RejectedBody>,
    convert: (arrived: Arrived) => Body,
  ): Promise<Body | RejectedBody> | RejectedBody {
    const { headers } = request;
    const encoding = headers.get('content-encoding') ?? 'identity';
    if (encoding.toLowerCase() !== 'identity') {
      return createRejectedBody(415, 'compressed bodies are not supported: omit Content-Encoding');
    }
    const declared = Number(headers.get('content-length') ?? Number.NaN);
    if (declared > bodyLimit) return createTooLargeBody(bodyLimit);
    const body = unfinished.add();
    return new Promise((resolve) => {
      let isAbandoned = false;
      const end = (outcome: Arrived | RejectedBody): void => {
        body.end();
        if (!isAbandoned) resolve(isRejectedBody(outcome) ? outcome : convert(outcome));
      };
      body.onAbandoned((why) => {
        isAbandoned = true;
        resolve(ABANDONED[why]);
      });
      read(declared, body).then(end, () => end(createRejectedBody(400, 'the body ended early')));
    });
  }

  return {
    readJson: (request) =>
      readWithinLimits(
        request,
        (declared, body) => {
          if (!(declared <= SHORT_BODY_BYTES)) return readTextInPieces(request, bodyLimit, body);
          // HTTP ensures that the body is not longer than its declared length.
          body.setBytes(declared);
          return request.text();
        },
        parseJsonBody,
      ),
    readBytes: (request) =>
      readWithinLimits(
        request,
        (_declared, body) => readBytesUpTo(request, bodyLimit, body),
        (arrived): BytesBody => ({ ok: true, value: arrived.bytes() }),
      ),
  };
}

const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;

function parseJsonBody(text: string): JsonBody {
  if (isNestedTooDeep(text, MAX_MESSAGE_DEPTH)) {
    const message = `the JSON body is ${describeTooDeep(MAX_MESSAGE_DEPTH)}`;
    return createRejectedBody(400, message);
  }
  try {
    const value = JSON.parse(text) as JsonValue;
    // UTF-8 has no unpaired surrogates, so only an escape in the JSON can write one.
    return { ok: true, value: SURROGATE_ESCAPE.test(text) ? repairJson(value) : value };
  } catch {
    return createRejectedBody(400, 'the body is not valid JSON');
  }
}

function isRejectedBody(arrived: string | ByteCollector | RejectedBody): arrived is RejectedBody {
  return typeof arrived === 'object' && 'ok' in arrived;
}

function createRejectedBody(status: RejectedBody['status'], message: string): RejectedBody {
  return { ok: false, status, message };
}

function createTooLargeBody(limit: number): RejectedBody {
  return createRejectedBody(413, `the body is larger than ${limit} bytes`);
}

const ABANDONED: Readonly<Record<AbandonReason, RejectedBody>> = {
  'too-slow': createRejectedBody(408, 'the body did not arrive in time'),
  crowded: createRejectedBody(503, 'too many request bodies at the same time: try again later'),
};

async function readTextInPieces(
  request: Request,
  limit: number,
  body: UnfinishedBody,
): Promise<string | RejectedBody> {
  const arrived = await readBytesUpTo(request, limit, body);
  return 'ok' in arrived ? arrived : arrived.text();
}

/** Reads a body up to the limit, regardless of its declared length. */
async function readBytesUpTo(
  request: Request,
  limit: number,
  body: UnfinishedBody,
): Promise<ByteCollector | RejectedBody> {
  const bytes = createByteCollector();
  if (request.body === null) return bytes;
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  const stop = (): Promise<unknown> => reader.cancel().catch(() => undefined);
  body.onAbandoned(() => void stop());
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes;
    if (bytes.size + value.byteLength > limit) {
      void stop();
      return createTooLargeBody(limit);
    }
    bytes.add(value);
    body.setBytes(bytes.capacity);
  }
}
