import { expect, it } from 'vitest';
import { formatUnwritableValue } from './unwritable-value.ts';

it('leaves out a part that contains itself, but not a part that is there twice', () => {
  const twice = { a: 1 };
  const circle: Record<string, unknown> = { twice, again: [twice] };
  circle['self'] = circle;
  expect(formatUnwritableValue(circle)).toBe(
    '{"twice":{"a":1},"again":[{"a":1}],"self":"[left out: contains itself]"}',
  );
});

it('formats large integers as text', () => {
  expect(formatUnwritableValue({ id: 12n })).toBe('{"id":"12"}');
});

it('leaves out what is nested too deep', () => {
  let value: unknown = 'inmost';
  for (let level = 0; level < 50_000; level += 1) value = { value };
  expect(formatUnwritableValue(value)).toMatch(/^\{"value":.*nested deeper than 100 levels/);
});

it('says why nothing can be shown', () => {
  const value = {
    toJSON: () => {
      throw new Error('closed');
    },
  };
  expect(formatUnwritableValue(value)).toBe('[the result cannot be shown: closed]');
});
