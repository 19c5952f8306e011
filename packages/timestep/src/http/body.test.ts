import { expect, it } from 'vitest';
import { readJson } from './body.ts';

function post(
  body: string | ReadableStream<Uint8Array>,
  headers: Record<string, string> = {},
): Request {
  return new Request('http://localhost/', {
    method: 'POST',
    body,
    headers,
    duplex: 'half',
  } as RequestInit);
}

function chunks(size: number, count: number): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent++ === count) controller.close();
      else controller.enqueue(new Uint8Array(size).fill(48));
    },
  });
}

it('reads JSON, brackets in strings included', async () => {
  const text = JSON.stringify({ text: '[[['.repeat(200), nested: [[{}]] });
  expect(await readJson(post(text))).toEqual({ ok: true, value: JSON.parse(text) });
});

it.each<[string, Request, number, number]>([
  ['no JSON', post('{oops'), 1000, 400],
  ['nothing', new Request('http://localhost/'), 1000, 400],
  ['more than declared to be allowed', post('x', { 'content-length': '5000' }), 1000, 413],
  ['more than allowed without saying so', post(chunks(400, 5)), 1000, 413],
  ['a megabyte of nesting', post('['.repeat(1_000_000)), 2_000_000, 400],
])('refuses %s', async (_name, request, limit, status) => {
  expect(await readJson(request, limit)).toMatchObject({ ok: false, status });
});
