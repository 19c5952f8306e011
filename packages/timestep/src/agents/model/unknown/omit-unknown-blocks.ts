import { isJsonObject, parseJson, type JsonObject } from '#core';
import { createAnthropicFilter, removeUnknownAnthropicBlocks } from './anthropic-reply.ts';
import { encodeAwsFrame, splitAwsFrames } from './aws-frames.ts';
import { createBedrockFilter, removeUnknownBedrockThoughts } from './bedrock-reply.ts';
import type { ReplyFilter } from './reply-filter.ts';

type Fetch = typeof globalThis.fetch;

/** Rewrites pieces of a byte stream. At the end of the stream, it is called without a piece. */
type RewriteBytes = (bytes?: Uint8Array) => Uint8Array;

/**
 * Wraps `fetch` so that a reply is read without what its package does not know, such as a new type
 * of block, on which the package would fail. A remark among the model's thoughts names it. All other
 * bytes stay the same.
 */
export function omitUnknownBlocks(fetch: Fetch, wire: 'anthropic' | 'bedrock'): Fetch {
  const { fitWhole, createRewriter } = WIRES[wire];
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok || response.body === null) return response;
    const type = response.headers.get('content-type') ?? '';
    if (type.startsWith('application/json')) return omitUnknownInJson(response, fitWhole);
    return type.includes('event')
      ? rewriteResponseBody(response, response.body, createRewriter())
      : response;
  };
}

const WIRES = {
  anthropic: {
    fitWhole: removeUnknownAnthropicBlocks,
    createRewriter: () => createSseRewriter(createAnthropicFilter()),
  },
  bedrock: {
    fitWhole: removeUnknownBedrockThoughts,
    createRewriter: () => createAwsFrameRewriter(createBedrockFilter()),
  },
};

async function omitUnknownInJson(
  response: Response,
  fitWhole: (reply: JsonObject) => JsonObject,
): Promise<Response> {
  const text = await response.text();
  const reply = parseJson(text);
  const fitted = isJsonObject(reply) ? fitWhole(reply) : reply;
  return copyResponseWithBody(response, fitted === reply ? text : JSON.stringify(fitted));
}

function rewriteResponseBody(
  response: Response,
  body: ReadableStream<Uint8Array>,
  rewriteBytes: RewriteBytes,
): Response {
  const reader = body.getReader();
  const rewritten = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const { done, value } = await reader.read();
          const bytes = rewriteBytes(value);
          if (bytes.length > 0) controller.enqueue(bytes);
          if (done) return controller.close();
          if (bytes.length > 0) return;
        }
      },
      cancel: (reason: unknown) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return copyResponseWithBody(response, rewritten);
}

function copyResponseWithBody(
  { status, statusText, headers, url }: Response,
  body: string | ReadableStream<Uint8Array>,
): Response {
  const own = new Headers(headers);
  own.delete('content-length');
  own.delete('content-encoding');
  const copied = new Response(body, { status, statusText, headers: own });
  Object.defineProperty(copied, 'url', { value: url });
  return copied;
}

const END_OF_EVENT = /\r?\n\r?\n/g;

/** Creates a function that applies a filter to each event of a stream of server-sent events. */
function createSseRewriter({ fitEvent }: ReplyFilter): RewriteBytes {
  const decoder = new TextDecoder();
  let rest = '';
  return (bytes) => {
    const text = rest + decoder.decode(bytes, { stream: bytes !== undefined });
    let written = '';
    let start = 0;
    for (const { index, 0: separator } of text.matchAll(END_OF_EVENT)) {
      const end = index + separator.length;
      written += omitUnknownInSseEvent(text.slice(start, end), fitEvent);
      start = end;
    }
    rest = text.slice(start);
    if (bytes !== undefined) return Buffer.from(written);
    const last = rest;
    rest = '';
    return Buffer.from(written + last);
  };
}

function omitUnknownInSseEvent(text: string, fitEvent: ReplyFilter['fitEvent']): string {
  const lines = text.split(/\r?\n/).filter((line) => line.startsWith('data:'));
  const event = parseJson(lines.map((line) => line.slice('data:'.length)).join('\n'));
  if (!isJsonObject(event)) return text;
  const fitted = fitEvent(event);
  if (fitted.length === 1 && fitted[0] === event) return text;
  return fitted.map((one) => (one === event ? text : `data: ${JSON.stringify(one)}\n\n`)).join('');
}

const NO_BYTES = new Uint8Array();

/** Rewrites the frames of an AWS event stream. */
function createAwsFrameRewriter({ fitEvent }: ReplyFilter): RewriteBytes {
  let rest: Uint8Array = NO_BYTES;
  return (bytes) => {
    if (bytes === undefined) return rest;
    const { frames, rest: begun } = splitAwsFrames(Buffer.concat([rest, bytes]));
    rest = begun;
    const written = frames.flatMap(({ bytes: given, event }) =>
      event === undefined
        ? [given]
        : fitEvent(event).map((one) => (one === event ? given : encodeAwsFrame(one))),
    );
    return Buffer.concat(written);
  };
}
