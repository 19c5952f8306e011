import {
  spanOfGrades,
  openSpanSender,
  trialSpans,
  type GradedSpan,
  type TracedTrial,
} from '../trace/index.ts';
import type { Surroundings } from './command.ts';
import { refuseBadTracing } from './traced-backend.ts';

/** Where the traces of trials go. */
interface TrialTraces {
  readonly onTraced: (trial: TracedTrial) => void;
  /** Adds grades to a trace that is there. */
  readonly onGraded: (graded: GradedSpan) => void;
  /** Sends what was not sent. */
  readonly end: () => Promise<void>;
}

/** How long the last traces may take once the run is over. */
const GRACE_MS = 5000;

/** Exports traces of trials with their grades, and grades of traces, where the environment says so. */
export async function openTrialTraces({
  env,
  version,
  complain,
}: Surroundings): Promise<TrialTraces | undefined> {
  if (!refuseBadTracing(env)) return undefined;
  const { systemClock } = await import('../runner/index.ts');
  const sender = await openSpanSender({
    env,
    version,
    clock: systemClock,
    onError: (thrown) =>
      complain(`timestep: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`),
  });
  return (
    sender && {
      onTraced: (trial) => sender.send(trialSpans(trial, sender.spanOptions)),
      onGraded(graded) {
        const span = spanOfGrades(graded, sender.spanOptions);
        if (span) sender.send([span]);
      },
      end: () => sender.close(GRACE_MS),
    }
  );
}

/** Waits for a run, and then for its last traces. */
export async function untilTraced<T>(
  running: Promise<T>,
  traces: TrialTraces | undefined,
): Promise<T> {
  try {
    return await running;
  } finally {
    await traces?.end();
  }
}
