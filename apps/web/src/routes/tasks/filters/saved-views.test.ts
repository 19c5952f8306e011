import { expect, it } from 'vitest';
import { addSavedView, isSameView, parseSavedViews } from './saved-views.ts';

it('reads what it has written, and leaves out what is no view', () => {
  const views = [{ name: 'Failed today', filters: { state: 'failed', days: '1' } as const }];
  expect(parseSavedViews(JSON.stringify(views))).toEqual(views);
  expect(parseSavedViews(null)).toEqual([]);
  expect(parseSavedViews('{"name":"x"}')).toEqual([]);
  expect(parseSavedViews('not JSON')).toEqual([]);
  const mixed = [null, { name: '' }, { name: 'a', filters: { state: 'odd', agent: 'guide' } }];
  expect(parseSavedViews(JSON.stringify(mixed))).toEqual([
    { name: 'a', filters: { agent: 'guide' } },
  ]);
});

it('replaces a view of the same name, and knows the view that is shown', () => {
  const first = { name: 'a', filters: { agent: 'guide' } };
  const other = { name: 'b', filters: {} };
  const next = { name: 'a', filters: { agent: 'shop', days: '7' } as const };
  expect(addSavedView([first, other], next)).toEqual([other, next]);
  expect(isSameView({ days: '7', agent: 'shop' }, next.filters)).toBe(true);
  expect(isSameView({}, next.filters)).toBe(false);
});
