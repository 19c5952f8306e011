import { expect, it } from 'vitest';
import { explainErrorWithCauses } from './explain.ts';

const refused = new Error('connect ECONNREFUSED 127.0.0.1:1');

it.each([
  { thrown: new Error('no'), said: 'no' },
  { thrown: 'just text', said: 'just text' },
  {
    thrown: new TypeError('fetch failed', { cause: refused }),
    said: `fetch failed: ${refused.message}`,
  },
  {
    thrown: new Error(`fetch failed: ${refused.message}`, { cause: refused }),
    said: `fetch failed: ${refused.message}`,
  },
  {
    thrown: new Error('fetch failed', {
      cause: Object.assign(new AggregateError([refused, new Error('::1')], 'all'), { message: '' }),
    }),
    said: `fetch failed: ${refused.message}, ::1`,
  },
])('says $said', ({ thrown, said }) => {
  expect(explainErrorWithCauses(thrown)).toBe(said);
});

it('comes to an end where causes go in a circle', () => {
  const circle = new Error('round');
  circle.cause = circle;
  expect(explainErrorWithCauses(circle)).toBe('round');
});
