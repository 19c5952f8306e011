import { expect, it } from 'vitest';
import { createNameAssigner } from './agent-names.ts';

function seekers(...wanted: readonly (readonly [key: string, wanted: string, usable?: boolean])[]) {
  return wanted.map(([key, name, isUsable = true]) => ({ key, wanted: name, isUsable }));
}

it('gives names that are unique and do not move', () => {
  const give = createNameAssigner();
  expect([...give(seekers(['a', 'x'], ['b', 'x'], ['c', 'x-2']))]).toEqual([
    ['a', 'x'],
    ['b', 'x-2'],
    ['c', 'x-2-2'],
  ]);
  expect([...give(seekers(['b', 'x'], ['d', 'x']))]).toEqual([
    ['b', 'x-2'],
    ['d', 'x'],
  ]);
  expect([...give(seekers(['b', 'y'], ['d', 'x']))]).toEqual([
    ['d', 'x'],
    ['b', 'y'],
  ]);
});

it('gives the same agents the same names in whatever order they are', () => {
  const [one, other] = [
    ['https://a/sky', 'sky'],
    ['https://b/sky', 'sky'],
  ] as const;
  const names = createNameAssigner()(seekers(one, other));
  const reordered = createNameAssigner()(seekers(other, one));
  expect(Object.fromEntries(reordered)).toEqual(Object.fromEntries(names));
});

it('names what can be used first', () => {
  const names = createNameAssigner()(seekers(['a', 'x', false], ['b', 'x']));
  expect([names.get('a'), names.get('b')]).toEqual(['x-2', 'x']);
});
