import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { encodeAwsEvent } from '../provider/aws-event.fixture.ts';
import { splitAwsFrames } from './aws-frames.ts';
import { omitUnknownBlocks } from './omit-unknown-blocks.ts';

type Wire = 'anthropic' | 'bedrock';

/** Reads a body through the filter of a wire. The body arrives in pieces of `size` bytes. */
async function read(wire: Wire, type: string, body: Uint8Array, size = 7): Promise<Buffer> {
  const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, at) =>
    body.slice(at * size, (at + 1) * size),
  );
  const stream = ReadableStream.from(pieces) as ReadableStream<Uint8Array>;
  const headers = { 'content-type': type, 'content-length': String(body.length) };
  const fetch = omitUnknownBlocks(async () => new Response(stream, { headers }), wire);
  return Buffer.from(await (await fetch('http://a.example')).arrayBuffer());
}

const toEvents = (...events: JsonObject[]): Buffer =>
  Buffer.from(
    events
      .map((one) => `event: ${JSON.stringify(one['type'])}\ndata: ${JSON.stringify(one)}\n\n`)
      .join(''),
  );

const start = (index: number, type: string): JsonObject => ({
  type: 'content_block_start',
  index,
  content_block: { type, text: '' },
});
const delta = (index: number, own: JsonObject): JsonObject => ({
  type: 'content_block_delta',
  index,
  delta: own,
});
const stop = (index: number): JsonObject => ({ type: 'content_block_stop', index });
const END = [
  { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
  { type: 'message_stop' },
];
const KNOWN = [start(0, 'text'), delta(0, { type: 'text_delta', text: 'héllo' }), stop(0)];

describe('a streamed reply of Anthropic', () => {
  it.each([1, 3, 7, 64, 10_000])('stays the same in pieces of %i bytes', async (size) => {
    const body = Buffer.concat([toEvents(...KNOWN, ...END), Buffer.from(': end')]);
    expect(await read('anthropic', 'text/event-stream', body, size)).toEqual(body);
    const crlf = Buffer.from(body.toString().replaceAll('\n', '\r\n'));
    expect(await read('anthropic', 'text/event-stream; charset=utf-8', crlf, size)).toEqual(crlf);
  });

  it.each([
    ['a block', [start(1, 'odd'), delta(1, { type: 'text_delta', text: 'x' }), stop(1)], 'odd'],
    ['a delta', [start(1, 'text'), delta(1, { type: 'odd_delta' }), stop(1)], 'odd_delta'],
    ['an event', [{ type: 'odd_event' }], 'odd_event'],
    [
      'a citation',
      [start(1, 'text'), delta(1, { type: 'citations_delta', citation: { type: 'odd_at' } })],
      'odd_at',
    ],
  ])('is read without %s of an unknown type, which a thought names', async (_, odd, name) => {
    const body = toEvents(...KNOWN, ...odd, ...END);
    const text = (await read('anthropic', 'text/event-stream', body)).toString();
    const remark = `(left out here, because it is of an unknown type: ${name})`;
    expect(text).toContain(toEvents(...KNOWN).toString());
    expect(text.split(`"thinking":"${remark}"`)).toHaveLength(2);
    expect(text.indexOf(remark)).toBeLessThan(text.indexOf('message_delta'));
    expect(text.replaceAll(remark, '')).not.toContain('odd');
  });

  it('contains a known block with the index of an unknown one', async () => {
    const body = toEvents(start(0, 'odd'), stop(0), ...KNOWN, ...END);
    expect((await read('anthropic', 'text/event-stream', body)).toString()).toContain('héllo');
  });
});

describe('a streamed reply of Bedrock', () => {
  const at = { contentBlockIndex: 0 };
  const known = [
    encodeAwsEvent(['contentBlockDelta', { ...at, delta: { text: 'héllo' } }]),
    encodeAwsEvent(['contentBlockDelta', { ...at, delta: { toolUse: { input: '{}' } } }]),
    encodeAwsEvent(['contentBlockStop', at]),
  ];
  const end = encodeAwsEvent(['messageStop', { stopReason: 'end_turn' }]);
  const odd = encodeAwsEvent(['contentBlockDelta', { ...at, delta: { oddDelta: 'x' } }]);
  const TYPE = 'application/vnd.amazon.eventstream';

  it.each([1, 5, 64, 10_000])('stays the same in pieces of %i bytes', async (size) => {
    const body = Buffer.concat([...known, end]);
    expect(await read('bedrock', TYPE, body, size)).toEqual(body);
    expect(await read('bedrock', TYPE, body.subarray(0, -3), size)).toEqual(body.subarray(0, -3));
  });

  it('is read without an unknown delta, which a thought names', async () => {
    const body = await read('bedrock', TYPE, Buffer.concat([...known, odd, end]));
    const text = '(left out here, because it is of an unknown type: oddDelta)';
    const index = { contentBlockIndex: 1 };
    const thought = [
      encodeAwsEvent(['contentBlockDelta', { ...index, delta: { reasoningContent: { text } } }]),
      encodeAwsEvent(['contentBlockStop', index]),
    ];
    expect(body).toEqual(Buffer.concat([...known, ...thought, end]));
    expect(splitAwsFrames(body).frames).toHaveLength(6);
  });

  it('stays the same if it is no event stream', async () => {
    for (const bytes of [Buffer.alloc(40), Buffer.alloc(40, 0xff), Buffer.from('no frames here')])
      expect(await read('bedrock', TYPE, bytes)).toEqual(bytes);
  });
});

describe('other replies stay the same', () => {
  it.each(['', 'null', '[1]', '{"type":"message"', '{"type":"message","content":[]}'])(
    '%s',
    async (text) => {
      for (const wire of ['anthropic', 'bedrock'] as const)
        expect((await read(wire, 'application/json', Buffer.from(text))).toString()).toBe(text);
    },
  );

  it('and so do refusals', async () => {
    const refusal = new Response('{"type":"message","content":[{"type":"odd"}]}', { status: 400 });
    const fetch = omitUnknownBlocks(async () => refusal, 'anthropic');
    expect(await fetch('http://a.example')).toBe(refusal);
  });
});
