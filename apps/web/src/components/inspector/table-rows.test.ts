import { expect, it } from 'vitest';
import { toTableRows } from './table-rows.ts';

it('shows lists of flat objects as a table, with all their fields', () => {
  const table = {
    heads: ['id', 'state'],
    rows: [
      ['1', ''],
      ['2', 'late'],
    ],
  };
  const list = [{ id: 1 }, { id: 2, state: 'late' }];
  expect(toTableRows(list)).toEqual(table);
  expect(toTableRows({ count: 2, invoices: list })).toEqual(table);
});

it.each([
  ['a text', 'text'],
  ['an empty list', []],
  ['a list of texts', ['a']],
  ['objects in objects', [{ deep: { a: 1 } }]],
  ['two lists', { one: [{ a: 1 }], two: [{ a: 1 }] }],
  ['too many fields', [Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`f${at}`, at]))]],
])('has no table for %s', (_, value) => {
  expect(toTableRows(value)).toBeUndefined();
});
