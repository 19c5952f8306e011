import { counted, type Clock } from '../../port/index.ts';
import type { SpansSent } from '../send-spans.ts';
import { TraceError } from '../trace-error.ts';

/** What the collector did not take. */
export interface Losses {
  readonly note: (sent: SpansSent) => void;
  /** The collector cannot take spans now; they will be sent later. */
  readonly noteAway: (problem: string) => void;
  /** Reports what has not been reported. */
  readonly end: () => void;
}

const MINUTE_MS = 60_000;

/** Counts what was lost, and reports it at once and then at most once a minute. */
export function createLosses(
  clock: Pick<Clock, 'now'>,
  onError: (thrown: unknown) => void,
): Losses {
  let lost = 0;
  let problem = '';
  let lostAt = -Infinity;
  let awayAt = -Infinity;

  function report(): void {
    if (lost === 0) return;
    const message = `${counted(lost, 'span')} did not reach the collector (${problem}): timestep tasks trace <id> --send sends those of a task`;
    lost = 0;
    lostAt = clock.now();
    onError(new TraceError('spans-lost', message));
  }

  return {
    note({ dropped, problem: why }) {
      lost += dropped;
      problem = why ?? problem;
      if (clock.now() >= lostAt + MINUTE_MS) report();
    },
    noteAway(why) {
      if (clock.now() < awayAt + MINUTE_MS) return;
      awayAt = clock.now();
      const message = `spans wait to be sent, because ${why}: see that it runs, or take its address away`;
      onError(new TraceError('collector-away', message));
    },
    end: report,
  };
}
