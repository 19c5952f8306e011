import { expect, it } from 'vitest';
import { createSseResponse } from '#protocols/http';
import { endCountAfterResponse } from './caller-limits.ts';

function taken() {
  let ended = 0;
  const end = () => void (ended += 1);
  return {
    ok: true,
    headers: { 'x-ratelimit-limit-requests': '7' },
    end,
    ended: () => ended,
  } as const;
}

async function* events() {
  yield { data: 'one' };
  yield { data: 'two' };
}

it('ends with an answer that is there, and tells of the limits', () => {
  const request = taken();
  const answer = endCountAfterResponse(Response.json({}), request);
  expect(request.ended()).toBe(1);
  expect(answer.headers.get('x-ratelimit-limit-requests')).toBe('7');
});

it('ends with a stream, of which nothing is lost', async () => {
  const request = taken();
  const answer = endCountAfterResponse(createSseResponse(events()), request);
  expect(request.ended()).toBe(0);
  expect(await answer.text()).toBe('data: one\n\ndata: two\n\n');
  expect(request.ended()).toBe(1);
  expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
});

it('ends with the reader of a stream, who ends the stream', async () => {
  const request = taken();
  let left = false;
  const onCancel = () => void (left = true);
  const answer = endCountAfterResponse(createSseResponse(events(), { onCancel }), request);
  await answer.body?.cancel();
  expect([request.ended(), left]).toEqual([1, true]);
});

it('ends with a stream that fails', async () => {
  const request = taken();
  async function* failing(): AsyncGenerator<never> {
    yield* await Promise.reject<never[]>(new Error('it broke'));
  }
  const answer = endCountAfterResponse(createSseResponse(failing()), request);
  await expect(answer.text()).rejects.toThrow('it broke');
  expect(request.ended()).toBe(1);
});
