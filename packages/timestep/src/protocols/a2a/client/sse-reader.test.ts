import { expect, it } from 'vitest';
import { readSseData } from './sse-reader.ts';

it.each<[string, string[], string[]]>([
  ['one event', ['data: a\n\n'], ['a']],
  ['no space', ['data:a\n\n'], ['a']],
  ['two events in one chunk', ['data: a\n\ndata: b\n\n'], ['a', 'b']],
  ['an event in many chunks', ['da', 'ta: a', 'b\n', '\n'], ['ab']],
  ['carriage returns', ['data: a\r\n\r\n', 'data: b\r', '\n\r\n'], ['a', 'b']],
  ['data over several lines', ['data: a\ndata: b\n\n'], ['a\nb']],
  ['comments, names and ids', [': keep-alive\n\nid: 7\nevent: x\ndata: a\n\n'], ['a']],
  ['an end without an empty line', ['data: a\n'], ['a']],
  ['nothing', [], []],
])('reads %s', async (_name, chunks, data) => {
  expect(await read(bytes(...chunks))).toEqual(data);
});

it('gives what arrived together at once', async () => {
  const together: (readonly string[])[] = [];
  const body = bytes('data: a\n\ndata: b\n\nda', 'ta: c\n\n');
  for await (const data of readSseData(body)) together.push(data);
  expect(together).toEqual([['a', 'b'], ['c']]);
});

it('reads characters that chunks cut in two', async () => {
  const whole = new TextEncoder().encode('data: 72°F ☀\n\n');
  const cut = Array.from(whole, (byte) => Uint8Array.of(byte));
  expect(await read(streamOf(cut))).toEqual(['72°F ☀']);
});

async function read(body: ReadableStream<Uint8Array>): Promise<string[]> {
  const events: string[] = [];
  for await (const data of readSseData(body)) events.push(...data);
  return events;
}

function bytes(...chunks: readonly string[]): ReadableStream<Uint8Array> {
  return streamOf(chunks.map((chunk) => new TextEncoder().encode(chunk)));
}

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}
