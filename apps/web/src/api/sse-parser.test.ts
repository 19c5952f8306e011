import { expect, it } from 'vitest';
import { createSseParser } from './sse-parser.ts';

const STREAM = 'id: t1:1\ndata: {"a":1}\n\n: keep-alive\n\ndata: {"b":2}\n\n';

it('reads the same events wherever the stream is cut', () => {
  for (let at = 0; at <= STREAM.length; at += 1) {
    const parse = createSseParser();
    const read = [...parse(STREAM.slice(0, at)), ...parse(STREAM.slice(at))];
    expect(read).toEqual(['{"a":1}', '{"b":2}']);
  }
});

it('keeps an event that has not ended', () => {
  expect(createSseParser()('data: {"a":1}\n')).toEqual([]);
});
