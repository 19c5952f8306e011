import { expect, it } from 'vitest';
import { readStreamMessages } from './stream-messages.ts';

const STREAM = 'id: t1:1\ndata: {"a":1}\n\n: keep-alive\n\ndata: {"b":2}\n\n';

async function readPieces(...pieces: readonly string[]): Promise<unknown[]> {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  const messages: unknown[] = [];
  for await (const message of readStreamMessages(new Response(body))) messages.push(message);
  return messages;
}

it('reads the same events wherever the stream is cut', async () => {
  for (let at = 0; at <= STREAM.length; at += 1) {
    expect(await readPieces(STREAM.slice(0, at), STREAM.slice(at))).toEqual([{ a: 1 }, { b: 2 }]);
  }
});

it('keeps an event that has not ended', async () => {
  expect(await readPieces('data: {"a":1}\n')).toEqual([]);
});
