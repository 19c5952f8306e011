import { expect, it } from 'vitest';
import { findAppAddress, isToolVisibleTo } from './shown-app.ts';

it('finds the address of an app under its present and its former name', () => {
  expect(findAppAddress({ ui: { resourceUri: 'ui://a/b' } })).toBe('ui://a/b');
  expect(findAppAddress({ 'ui/resourceUri': 'ui://a/b' })).toBe('ui://a/b');
});

it.each([
  undefined,
  {},
  { ui: 'ui://a' },
  { ui: { resourceUri: 7 } },
  { ui: { resourceUri: 'https://a.example/' } },
  { ui: { resourceUri: `ui://${'a'.repeat(2000)}` } },
])('finds no address in %o', (meta) => {
  expect(findAppAddress(meta)).toBeUndefined();
});

it('lets models and apps call a tool unless it says who may', () => {
  const may = (visibility: string[]) =>
    (['model', 'app'] as const).filter((caller) => isToolVisibleTo(caller, { ui: { visibility } }));
  expect(isToolVisibleTo('app', undefined)).toBe(true);
  expect([may(['app']), may(['model']), may(['model', 'app']), may([])]).toEqual([
    ['app'],
    ['model'],
    ['model', 'app'],
    [],
  ]);
});
