import { formatCount, type Clock } from '#engine/port';
import type { SendResult } from '../send-spans.ts';
import { TraceError } from '../trace-error.ts';

export interface LossReporter {
  readonly record: (sent: SendResult) => void;
  readonly reportUnavailable: (problem: string) => void;
  readonly reportRemaining: () => void;
}

export function createLostSpansResult({ length }: { readonly length: number }): SendResult {
  const problem = 'the process ended before the collector received them';
  return { accepted: 0, dropped: length, problem };
}

const MINUTE_MS = 60_000;

/** Creates a reporter of lost spans. It reports the first loss at once, then at most once per minute. */
export function createLossReporter(
  clock: Pick<Clock, 'now'>,
  onError: (thrown: unknown) => void,
): LossReporter {
  let lost = 0;
  let problem = '';
  let lostAt = -Infinity;
  let awayAt = -Infinity;

  function reportLostSpans(): void {
    if (lost === 0) return;
    const message = `${formatCount(lost, 'span')} did not reach the collector (${problem}): send the spans of a task again with "timestep tasks trace <id> --send"`;
    lost = 0;
    lostAt = clock.now();
    onError(new TraceError('spans-lost', message));
  }

  return {
    record({ dropped, problem: why }) {
      lost += dropped;
      problem = why ?? problem;
      if (clock.now() >= lostAt + MINUTE_MS) reportLostSpans();
    },
    reportUnavailable(why) {
      if (clock.now() < awayAt + MINUTE_MS) return;
      awayAt = clock.now();
      const message = `spans are waiting to be sent because ${why}: start the collector, or remove its address`;
      onError(new TraceError('collector-away', message));
    },
    reportRemaining: reportLostSpans,
  };
}
