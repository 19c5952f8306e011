import { expect, it } from 'vitest';
import { parseHeaders } from './parse-headers.ts';

it('reads headers, and finds the line that is none', () => {
  expect(parseHeaders('Authorization: Bearer a:b\n\n x-own :1 ')).toEqual({
    kind: 'good',
    headers: { Authorization: 'Bearer a:b', 'x-own': '1' },
  });
  expect(parseHeaders('')).toEqual({ kind: 'good', headers: {} });
  expect(parseHeaders('x: 1\nBearer key')).toEqual({ kind: 'bad', line: 'Bearer key' });
});
