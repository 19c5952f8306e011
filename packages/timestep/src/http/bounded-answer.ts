import { TimestepError } from '../core/index.ts';

/** Bytes of an answer, or of one event of a stream, that are accepted: 16 MiB. */
export const DEFAULT_ANSWER_LIMIT: number = 16 * 1024 * 1024;

/** All events of one stream may be this many times as large as one of them. */
const EVENTS_IN_STREAM = 4;

/** A peer answered with more bytes than are accepted. The rest was not read. */
export class AnswerTooLargeError extends TimestepError {
  declare readonly code: 'answer-too-large';
}

/**
 * A `fetch` whose answers end with `AnswerTooLargeError` once more than `limit` bytes have arrived,
 * counted after decompression. In an event stream the limit holds for one event; all events
 * together may have `inStream` times as many bytes, 4 by default.
 */
export function boundedFetch<Args extends readonly unknown[]>(
  fetch: (...args: Args) => Promise<Response>,
  limit: number = DEFAULT_ANSWER_LIMIT,
  inStream: number = EVENTS_IN_STREAM,
): (...args: Args) => Promise<Response> {
  return async (...args) => boundedAnswer(await fetch(...args), limit, inStream);
}

/** Whether an error, or one of its causes, is `AnswerTooLargeError`. */
export function isAnswerTooLarge(thrown: unknown): boolean {
  let error = thrown;
  for (let depth = 0; error instanceof Error && depth < 8; depth += 1) {
    if (error instanceof AnswerTooLargeError) return true;
    error = error.cause;
  }
  return false;
}

/** What `boundedFetch` makes of an answer. */
export function boundedAnswer(
  response: Response,
  limit: number = DEFAULT_ANSWER_LIMIT,
  inStream: number = EVENTS_IN_STREAM,
): Response {
  const { body, status, statusText, headers, url } = response;
  if (body === null) return response;
  const counted = countedBody(body.getReader(), countOf(response, limit, inStream));
  const bounded = new Response(counted, { status, statusText, headers });
  Object.defineProperty(bounded, 'url', { value: url });
  return bounded;
}

/**
 * The body of an answer within the bounds of `boundedFetch`: less work than another answer, for those
 * who read nothing else of it.
 */
export async function* boundedBody(
  response: Response,
  limit: number = DEFAULT_ANSWER_LIMIT,
): AsyncGenerator<Uint8Array> {
  const { body } = response;
  if (body === null) return;
  const count = countOf(response, limit, EVENTS_IN_STREAM);
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    count(chunk);
    yield chunk;
  }
}

/** A quarter of the time that a transform of streams takes, which matters for answers of a line. */
function countedBody(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  count: Count,
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

type Count = (chunk: Uint8Array) => void;

function countOf({ headers }: Response, limit: number, inStream: number): Count {
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
  return isStream ? countEvents(limit, inStream) : countBytes(limit);
}

function countBytes(limit: number): Count {
  let size = 0;
  return (chunk) => {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(`the answer is larger than ${limit} bytes`);
  };
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;

function countEvents(limit: number, inStream: number): Count {
  const countAll = countBytes(limit * inStream);
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
      if (event > limit) throw tooLarge(`an event is larger than ${limit} bytes`);
      if (found !== -1) {
        // An empty line ends an event.
        if (isBlank) event = 0;
        isBlank = true;
      }
      start = end + 1;
    }
  };
}

function tooLarge(what: string): AnswerTooLargeError {
  return new AnswerTooLargeError('answer-too-large', `${what}: the rest was not read`);
}
