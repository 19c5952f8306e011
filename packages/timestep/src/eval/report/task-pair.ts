import type { Tally } from '../statistics/pass-at.ts';

/** The trials of one task in two runs. */
export interface TaskPair {
  readonly id: string;
  readonly before: Tally;
  readonly after: Tally;
  /** Trials that broke in neither run, by number, and how many of them differ. */
  readonly pairs: number;
  readonly better: number;
  readonly worse: number;
}

/** Whether each trial of a task passed, by its number; broken trials are left out. */
export type TaskVerdicts = ReadonlyMap<number, boolean>;

/** The tasks of which both runs have a judged trial. */
export function taskPairs(
  before: ReadonlyMap<string, TaskVerdicts>,
  after: ReadonlyMap<string, TaskVerdicts>,
): TaskPair[] {
  return [...before].flatMap(([id, was]) => {
    const is = after.get(id);
    return is ? [taskPair(id, was, is)] : [];
  });
}

function taskPair(id: string, before: TaskVerdicts, after: TaskVerdicts): TaskPair {
  let pairs = 0;
  let better = 0;
  let worse = 0;
  for (const [trial, was] of before) {
    const is = after.get(trial);
    if (is === undefined) continue;
    pairs += 1;
    if (is && !was) better += 1;
    if (!is && was) worse += 1;
  }
  return { id, before: tallyOf(before), after: tallyOf(after), pairs, better, worse };
}

function tallyOf(verdicts: TaskVerdicts): Tally {
  return { trials: verdicts.size, passed: [...verdicts.values()].filter(Boolean).length };
}

/** The differences of all tasks as whole numbers, in a unit that makes all of them whole. */
export function differencesInUnits(tasks: readonly TaskPair[]): number[] {
  const counts = new Set(tasks.flatMap(({ before, after }) => [before.trials, after.trials]));
  const whole = [...counts].reduce(leastCommonMultiple, 1);
  return tasks.map(({ before, after }) => {
    return after.passed * (whole / after.trials) - before.passed * (whole / before.trials);
  });
}

function leastCommonMultiple(a: number, b: number): number {
  let [divisor, rest] = [a, b];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return (a / divisor) * b;
}
