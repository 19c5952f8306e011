import { expect, it } from 'vitest';
import { sealed, unsealed } from './compaction.ts';

it.each(['', 'We launch on Tuesday.', 'Grüße, 世界\n"quoted"'])(
  'gives back a summary that it was given: %j',
  (summary) => {
    expect(unsealed(sealed(summary))).toBe(summary);
  },
);

it('does not read what another server has made', () => {
  expect(unsealed('gAAAAABpM0Yj')).toBeUndefined();
});
