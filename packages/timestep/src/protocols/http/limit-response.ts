// Fast code: counting bytes here takes a quarter of the time of a transform stream.

import { TimestepError } from '#core';

/** Default maximum size of a response or of one stream event, in bytes: 16 MiB. */
export const DEFAULT_ANSWER_LIMIT: number = 16 * 1024 * 1024;

/** Maximum size of a whole event stream, as a multiple of the limit for one event. */
const STREAM_FACTOR = 4;

/** Thrown if a response is larger than the limit. The rest was not read. */
export class AnswerTooLargeError extends TimestepError {
  declare readonly code: 'answer-too-large';
}

/**
 * Wraps `fetch` so that a response fails with `AnswerTooLargeError` after `limit` decompressed
 * bytes. In an event stream, the limit applies to each event; all together may have `streamFactor`
 * times as many bytes (default: 4).
 */
export function limitFetch<Args extends readonly unknown[]>(
  fetch: (...args: Args) => Promise<Response>,
  limit: number = DEFAULT_ANSWER_LIMIT,
  streamFactor: number = STREAM_FACTOR,
): (...args: Args) => Promise<Response> {
  return async (...args) => limitResponse(await fetch(...args), limit, streamFactor);
}

/** Returns whether an error or one of its causes is `AnswerTooLargeError`. */
export function isAnswerTooLarge(thrown: unknown): boolean {
  let error = thrown;
  for (let depth = 0; error instanceof Error && depth < 8; depth += 1) {
    if (error instanceof AnswerTooLargeError) return true;
    error = error.cause;
  }
  return false;
}

/** Applies the limits of `limitFetch` to one response. */
export function limitResponse(
  response: Response,
  limit: number = DEFAULT_ANSWER_LIMIT,
  streamFactor: number = STREAM_FACTOR,
): Response {
  const { body, status, statusText, headers, url } = response;
  if (body === null) return response;
  const counted = countBodyBytes(
    body.getReader(),
    createLimitCounter(response, limit, streamFactor),
  );
  const bounded = new Response(counted, { status, statusText, headers });
  Object.defineProperty(bounded, 'url', { value: url });
  return bounded;
}

/** Yields the body within the limits of `limitFetch`. Cheaper than `limitResponse`. */
export async function* readBodyWithLimit(
  response: Response,
  limit: number = DEFAULT_ANSWER_LIMIT,
): AsyncGenerator<Uint8Array> {
  const { body } = response;
  if (body === null) return;
  const count = createLimitCounter(response, limit, STREAM_FACTOR);
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    count(chunk);
    yield chunk;
  }
}

function countBodyBytes(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  count: CountBytes,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        try {
          count(value);
        } catch (thrown) {
          await reader.cancel(thrown);
          throw thrown;
        }
        controller.enqueue(value);
      },
      cancel: (reason: unknown) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

type CountBytes = (chunk: Uint8Array) => void;

function createLimitCounter(
  { headers }: Response,
  limit: number,
  streamFactor: number,
): CountBytes {
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
  return isStream ? createEventCounter(limit, streamFactor) : createByteCounter(limit);
}

function createByteCounter(limit: number): CountBytes {
  let size = 0;
  return (chunk) => {
    size += chunk.byteLength;
    if (size > limit) throw createTooLargeError(`the answer is larger than ${limit} bytes`);
  };
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;

function createEventCounter(limit: number, streamFactor: number): CountBytes {
  const countAll = createByteCounter(limit * streamFactor);
  let event = 0;
  let isBlank = true;
  return (chunk) => {
    countAll(chunk);
    let start = 0;
    while (start < chunk.byteLength) {
      const found = chunk.indexOf(NEWLINE, start);
      const end = found === -1 ? chunk.byteLength : found;
      event += end - start;
      isBlank &&= end === start || (end === start + 1 && chunk[start] === RETURN);
      if (event > limit) throw createTooLargeError(`an event is larger than ${limit} bytes`);
      if (found !== -1) {
        // An empty line ends an event.
        if (isBlank) event = 0;
        isBlank = true;
      }
      start = end + 1;
    }
  };
}

function createTooLargeError(problem: string): AnswerTooLargeError {
  return new AnswerTooLargeError(
    'answer-too-large',
    `the rest of the response was not read, because ${problem}`,
  );
}
