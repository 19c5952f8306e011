import { describe, expect, it } from 'vitest';
import { compareOften } from './compare-often.ts';

const ROUNDS = 400;

describe('agents that are equal', () => {
  it.each([1, 3, 10, 30])('raise few alarms at %d trials a task', (trials) => {
    const equal = { tasks: 12, trials: [trials, trials], spread: 1.5, lost: 0 } as const;
    const { alarms, alarms_by_trial } = compareOften(equal, ROUNDS, 1);
    expect(alarms).toBeLessThanOrEqual(0.06);
    // Trials that are taken for independent raise the more of them the more trials there are.
    expect(alarms_by_trial).toBeGreaterThan(trials >= 10 ? 0.25 : 0);
  });

  it.each([
    ['trials differ in number', { tasks: 12, trials: [10, 3], spread: 1.5, lost: 0 }],
    ['trials break', { tasks: 12, trials: [5, 5], spread: 1.5, lost: 0, broken: 0.5 }],
    ['tasks are few', { tasks: 7, trials: [10, 10], spread: 3, lost: 0 }],
    ['they are one and the same', { tasks: 12, trials: [10, 10], spread: 0, lost: 0 }],
  ] as const)('raise few alarms where %s', (_, setting) => {
    expect(compareOften(setting, ROUNDS, 2).alarms).toBeLessThanOrEqual(0.06);
  });

  it('raise none of too few tasks', () => {
    const few = { tasks: 5, trials: [10, 10], spread: 3, lost: 0 } as const;
    expect(compareOften(few, 50, 3).alarms).toBe(0);
  });
});

describe('an agent that has become worse', () => {
  it.each([
    ['a third of 50 tasks', { tasks: 50, trials: [10, 10], spread: 0.5, lost: 0.33 }, 0.95],
    ['half of 12 tasks', { tasks: 12, trials: [10, 10], spread: 0.5, lost: 0.5 }, 0.9],
    // Six would do, if the agent before had passed each of them at least once.
    ['all of 7 tasks', { tasks: 7, trials: [10, 10], spread: 0, lost: 1 }, 0.9],
  ] as const)('is noticed where it lost %s', (_, setting, often) => {
    const { regressions, improvements } = compareOften(setting, 200, 4);
    expect(regressions).toBeGreaterThan(often);
    expect(improvements).toBe(0);
  });

  it('is noticed more surely with more trials', () => {
    const [few, many] = [1, 10].map(
      (n) =>
        compareOften({ tasks: 30, trials: [n, n], spread: 0.5, lost: 0.3 }, 200, 5).regressions,
    );
    expect(many).toBeGreaterThan((few ?? 1) + 0.2);
  });
});
