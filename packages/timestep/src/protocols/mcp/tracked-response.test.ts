import { describe, expect, it } from 'vitest';
import { callAtEndOfBody } from './tracked-response.ts';

function counted(body: ReadableStream | string | null) {
  let ends = 0;
  const response = callAtEndOfBody(new Response(body, { status: 201, headers: { a: 'b' } }), () => {
    ends += 1;
  });
  return { response, ends: () => ends };
}

describe('watched', () => {
  it('passes a response on and tells of its end', async () => {
    const { response, ends } = counted('body');
    expect(response.status).toBe(201);
    expect(response.headers.get('a')).toBe('b');
    expect(ends()).toBe(0);
    expect(await response.text()).toBe('body');
    expect(ends()).toBe(1);
  });

  it('tells at once where there is no body', () => {
    expect(counted(null).ends()).toBe(1);
  });

  it('tells when the reader goes away, and lets the source know', async () => {
    const canceled: unknown[] = [];
    const source = new ReadableStream({ cancel: (reason) => void canceled.push(reason) });
    const { response, ends } = counted(source);
    await response.body?.cancel('gone');
    expect(canceled).toEqual(['gone']);
    expect(ends()).toBe(1);
  });

  it('tells when the source fails, and fails too', async () => {
    const { response, ends } = counted(
      new ReadableStream({
        pull() {
          throw new Error('broken');
        },
      }),
    );
    await expect(response.text()).rejects.toThrow('broken');
    expect(ends()).toBe(1);
  });
});
