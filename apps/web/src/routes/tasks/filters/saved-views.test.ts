import { expect, it } from 'vitest';
import { addSavedView, isSameView, parseViews } from './saved-views.ts';

it('reads what it has written, and leaves out what is no view', () => {
  const views = [{ name: 'Failed today', filters: { state: 'failed', days: '1' } as const }];
  expect(parseViews(JSON.stringify(views))).toEqual(views);
  expect(parseViews(null)).toEqual([]);
  expect(parseViews('{"name":"x"}')).toEqual([]);
  expect(parseViews('not JSON')).toEqual([]);
  const mixed = [null, { name: '' }, { name: 'a', filters: { state: 'odd', agent: 'guide' } }];
  expect(parseViews(JSON.stringify(mixed))).toEqual([{ name: 'a', filters: { agent: 'guide' } }]);
});

it('replaces a view of the same name, and knows the view that is shown', () => {
  const first = { name: 'a', filters: { agent: 'guide' } };
  const other = { name: 'b', filters: {} };
  const next = { name: 'a', filters: { agent: 'shop', days: '7' } as const };
  expect(addSavedView([first, other], next)).toEqual([other, next]);
  expect(isSameView({ days: '7', agent: 'shop' }, next.filters)).toBe(true);
  expect(isSameView({}, next.filters)).toBe(false);
});
