import type { TrialTally } from '../statistics/pass-at.ts';

export interface TaskPair {
  readonly id: string;
  readonly before: TrialTally;
  readonly after: TrialTally;
  /** Number of trial pairs, by trial number, that errored in neither run. */
  readonly pairs: number;
  readonly better: number;
  readonly worse: number;
}

/** Whether each trial of a task passed, by trial number. Errored trials are omitted. */
export type TaskVerdicts = ReadonlyMap<number, boolean>;

export function pairTasks(
  before: ReadonlyMap<string, TaskVerdicts>,
  after: ReadonlyMap<string, TaskVerdicts>,
): TaskPair[] {
  return [...before].flatMap(([id, was]) => {
    const is = after.get(id);
    return is ? [createTaskPair(id, was, is)] : [];
  });
}

function createTaskPair(id: string, before: TaskVerdicts, after: TaskVerdicts): TaskPair {
  const pairs = [...before].filter(([trial]) => after.has(trial));
  const changed = pairs.filter(([trial, was]) => after.get(trial) !== was);
  const worse = changed.filter(([, was]) => was).length;
  return {
    id,
    before: countVerdicts(before),
    after: countVerdicts(after),
    pairs: pairs.length,
    better: changed.length - worse,
    worse,
  };
}

function countVerdicts(verdicts: TaskVerdicts): TrialTally {
  return { trials: verdicts.size, passed: [...verdicts.values()].filter(Boolean).length };
}

/** Scales the differences of all tasks to integers with a common factor. */
export function scaleDifferencesToIntegers(tasks: readonly TaskPair[]): number[] {
  const counts = new Set(tasks.flatMap(({ before, after }) => [before.trials, after.trials]));
  const whole = [...counts].reduce(computeLeastCommonMultiple, 1);
  return tasks.map(({ before, after }) => {
    return after.passed * (whole / after.trials) - before.passed * (whole / before.trials);
  });
}

function computeLeastCommonMultiple(a: number, b: number): number {
  let [divisor, rest] = [a, b];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return (a / divisor) * b;
}
