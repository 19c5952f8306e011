import { expect, it } from 'vitest';
import { calculateDifferenceBounds, type KnownTrials } from './difference-bounds.ts';

/** The trials of a run: `+` passed, `-` failed, `!` errored, and a space for a missing one. */
function createTrials(
  tasks: Readonly<Record<string, string>>,
  more: Partial<KnownTrials['meta']> = {},
): KnownTrials {
  const all = Object.entries(tasks);
  const verdicts = all.map(([id, text]): [string, Map<number, boolean>] => {
    const signs = text.split('').map((sign, trial): [string, number] => [sign, trial]);
    const judged = signs.filter(([sign]) => sign === '+' || sign === '-');
    return [id, new Map(judged.map(([sign, trial]) => [trial, sign === '+']))];
  });
  const count = (sign: string): number => all.join('').split(sign).length - 1;
  return {
    meta: { trials: 4, task_count: all.length, ...more },
    recorded: new Map(all.map(([id, text]) => [id, text.replaceAll(' ', '').length])),
    judged: new Map(verdicts),
    standing: { planned: 4 * all.length, errors: count('!'), missing: count(' ') },
  };
}

it('has no bounds where all trials were judged', () => {
  const run = createTrials({ a: '++--', b: '----' });
  expect(calculateDifferenceBounds(run, run)).toBeUndefined();
});

it.each([
  ['an errored trial of the later run', { a: '--++' }, { a: '+++!' }, 0.25, 0.5],
  ['an errored trial of the earlier run', { a: '--+!' }, { a: '++++' }, 0.5, 0.75],
  ['a missing trial', { a: '----' }, { a: '++- ' }, 0.5, 0.75],
  ['one of two tasks', { a: '----', b: '++++' }, { a: '!---', b: '++++' }, 0, 0.125],
])('bounds the difference by %s', (_name, before, after, low, high) => {
  expect(calculateDifferenceBounds(createTrials(before), createTrials(after))).toEqual({
    low,
    high,
  });
});

it('knows nothing of a task that neither run has tried', () => {
  const before = createTrials({ a: '----' }, { task_count: 2 });
  const after = { ...before, standing: { planned: 8, errors: 0, missing: 4 } };
  expect(calculateDifferenceBounds(before, after)).toEqual({ low: -0.5, high: 0.5 });
});

it('has no bounds where missing trials may belong to any task', () => {
  const run = createTrials({ a: '+++ ' }, { trial_count: 4 });
  expect(calculateDifferenceBounds(run, run)).toBeUndefined();
});
