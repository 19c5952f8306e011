import { expect, it } from 'vitest';
import type { JsonValue } from '#core';
import { formatDataUnlessInText } from './untold-data.ts';

it.each<[JsonValue, string]>([
  [{ id: 6 }, '{"id":6}'],
  [{ id: 6 }, '{\n  "id": 6\n}'],
  [{ result: ['Ada', 'Bo'] }, 'Ada\nBo'],
  [{ a: 'x"y', ok: true, none: null }, 'It is x"y.'],
  [{}, 'Done.'],
])('finds nothing to add if the text tells it: %j %j', (data, text) => {
  expect(formatDataUnlessInText(data, text)).toBeUndefined();
});

it.each<[JsonValue, string]>([
  [{ order: 12, total: 3.5 }, 'Ordered.'],
  [{ order: 12, total: 3.5 }, 'Ordered, number 12.'],
  [{ id: 6 }, ''],
  [{ id: 6 }, 'Ordered 16 of 60 pieces.'],
  [{ id: 'x' }, 'Exchanged for the next six of them.'],
  [Array.from({ length: 2000 }, () => 1), '1'],
])('returns data that the text does not tell: %j %j', (data, text) => {
  expect(formatDataUnlessInText(data, text)).toBe(JSON.stringify(data));
});
