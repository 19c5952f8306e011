import { describe, expect, it } from 'vitest';
import { encodeSse, createSseResponse, type SseEvent } from './sse.ts';

async function* counting(onReturn: () => void = () => undefined): AsyncGenerator<SseEvent> {
  try {
    for (let n = 1; ; n += 1) yield { id: String(n), data: String(n) };
  } finally {
    onReturn();
  }
}

function readerOf(response: Response): ReadableStreamDefaultReader<Uint8Array> {
  if (!response.body) throw new Error('no body');
  return response.body.getReader();
}

describe('createSseResponse', () => {
  it('sends each event as one chunk', async () => {
    const reader = readerOf(createSseResponse(counting()));
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toBe('id: 1\ndata: 1\n\n');
    await reader.cancel();
  });

  it('makes nothing that is not read, and stops its source when the reader leaves', async () => {
    let made = 0;
    let stopped = false;
    async function* source(): AsyncGenerator<SseEvent> {
      for await (const event of counting(() => (stopped = true))) {
        made += 1;
        yield event;
      }
    }
    let left = false;
    const reader = readerOf(createSseResponse(source(), { onCancel: () => (left = true) }));
    await reader.read();
    await reader.read();
    expect(made).toBe(2);
    await reader.cancel();
    expect({ stopped, left }).toEqual({ stopped: true, left: true });
  });

  it('sends comments while there is nothing to say, and loses no event by it', async () => {
    let speak = (): void => undefined;
    const spoken = new Promise<void>((resolve) => (speak = resolve));
    async function* source(): AsyncGenerator<SseEvent> {
      await spoken;
      yield { data: 'at last' };
    }
    const reader = readerOf(createSseResponse(source(), { heartbeatMs: 1 }));
    const decoder = new TextDecoder();
    expect(decoder.decode((await reader.read()).value)).toBe(': keep-alive\n\n');
    speak();
    let text = '';
    while (!text.includes('at last')) text = decoder.decode((await reader.read()).value);
    expect(text).toBe('data: at last\n\n');
    expect((await reader.read()).done).toBe(true);
  });
});

describe('encodeSse', () => {
  it('names events', () => {
    expect(encodeSse({ event: 'e', data: '{}' })).toBe('event: e\ndata: {}\n\n');
  });

  it.each(['a\nb', 'a\rb', 'a\r\nb'])('writes each line of the data %j on its own', (data) => {
    expect(encodeSse({ id: '1', data })).toBe('id: 1\ndata: a\ndata: b\n\n');
  });

  it.each([{ id: '1\n' }, { id: '1\r2' }, { event: 'e\ndata: x' }])(
    'refuses a line break in %j',
    (head) => {
      expect(() => encodeSse({ ...head, data: '' })).toThrow(
        /^the (id|event) of a server-sent event must be one line/,
      );
    },
  );
});
