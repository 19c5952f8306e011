import type { SuiteTask } from '../suite-task.ts';
import type { TrialRow } from '../trial.ts';
import { runTrial, type TrialSetting } from './run-trial.ts';

/**
 * Runs trials, so many at a time, until none is left or the signal of the setting aborts. An error
 * that `record` throws ends the other trials too, and is thrown when all have ended.
 */
export async function runTrials(
  left: Iterator<readonly [SuiteTask, number]>,
  concurrency: number,
  setting: TrialSetting,
  record: (row: TrialRow) => void,
): Promise<void> {
  const failure = new AbortController();
  const signal = AbortSignal.any([setting.signal, failure.signal]);

  async function work(): Promise<void> {
    for (let next = left.next(); !next.done; next = left.next()) {
      if (signal.aborted) return;
      const [task, trial] = next.value;
      const { row } = await runTrial(task, trial, { ...setting, signal });
      // A trial that was aborted says nothing about the agent.
      if (signal.aborted && row.verdict === 'error') return;
      record(row);
    }
  }

  const workers = Array.from({ length: concurrency }, async () => {
    try {
      await work();
    } catch (thrown) {
      failure.abort();
      throw thrown;
    }
  });
  const ended = await Promise.allSettled(workers);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
