import { expect, it } from 'vitest';
import { normalizeBase64 } from './base64.ts';

it.each([
  ['AAAA', 'AAAA'],
  ['AA==', 'AA=='],
  ['AA', 'AA=='],
  ['A-_/', 'A+//'],
  ['AA\r\nAA', 'AAAA'],
  ['AA%3D%3D', 'AA=='],
  ['A%2BAA', 'A+AA'],
  ['', undefined],
  [' ', undefined],
  ['A', undefined],
  ['!!! no', undefined],
  ['AA=A', undefined],
])('%j becomes %j', (given, made) => {
  expect(normalizeBase64(given)).toBe(made);
});
