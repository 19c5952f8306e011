import { expect, it } from 'vitest';
import { chooseSample } from './sample-size.ts';

it.each([
  [{}, 20],
  [{ TIMESTEP_SAMPLE: '1' }, 5],
  [{ TIMESTEP_WHOLE: '1' }, 100],
  [{ TIMESTEP_SAMPLE: '1', TIMESTEP_WHOLE: '1' }, 5],
])('with %o takes %d', (env, expected) => {
  expect(chooseSample({ small: 5, usual: 20, whole: 100 }, env)).toBe(expected);
});
