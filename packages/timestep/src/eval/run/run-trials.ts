import type { SuiteTask } from '../suite-task.ts';
import type { TrialRow } from '../trial.ts';
import { runTrial, type TrialDeps } from './run-trial.ts';

/** Runs trials until none is left. An error of `record` stops the others, then is thrown. */
export async function runTrials(
  pending: Iterator<readonly [SuiteTask, number]>,
  concurrency: number,
  deps: TrialDeps,
  record: (row: TrialRow) => void,
): Promise<void> {
  const failure = new AbortController();
  const signal = AbortSignal.any([deps.signal, failure.signal]);

  async function runTrialsUntilDone(): Promise<void> {
    for (let next = pending.next(); !next.done; next = pending.next()) {
      if (signal.aborted) return;
      const [task, trial] = next.value;
      const row = await runTrial(task, trial, { ...deps, signal });
      // An aborted trial says nothing about the agent and is not recorded.
      if (signal.aborted && row.verdict === 'error') return;
      record(row);
    }
  }

  const workers = Array.from({ length: concurrency }, async () => {
    try {
      await runTrialsUntilDone();
    } catch (thrown) {
      failure.abort();
      throw thrown;
    }
  });
  const ended = await Promise.allSettled(workers);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
