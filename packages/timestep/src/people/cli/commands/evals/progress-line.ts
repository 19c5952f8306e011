import { CLEAR_LINE } from '../../output/error-writer.ts';
import type { Progress, RateLimitWait } from '#eval';

export interface ProgressDisplay {
  readonly showProgress: (progress: Progress) => void;
  readonly showWait: (wait: RateLimitWait) => void;
  readonly end: () => void;
}

/** Share of all trials after which a progress line is written, if the output is not a terminal. */
const LINE_INTERVAL_SHARE = 0.1;

/** Creates a progress display. `isWatched`: updates one line of a terminal. */
export function createProgressDisplay(
  isWatched: boolean,
  say: (text: string) => void,
): ProgressDisplay {
  const counts = { passed: 0, failed: 0, error: 0 };
  let cost: number | null = 0;
  let toldAt = 0;
  let first: number | undefined;
  return {
    showProgress({ row, done, total }) {
      counts[row.verdict] += 1;
      cost = cost === null || row.cost_usd === null ? null : cost + row.cost_usd;
      const now = Date.parse(row.started_at) + row.duration_s * 1000;
      first ??= now - row.duration_s * 1000;
      const ran = counts.passed + counts.failed + counts.error;
      const left = ((now - first) / ran) * (total - done);
      const text =
        `${done}/${total}  ${counts.passed} passed  ${counts.failed} failed  ${counts.error} errored` +
        `  ${Math.ceil(left / 1000)} s left${cost === null ? '' : `  $${cost.toFixed(4)}`}`;
      if (isWatched) say(CLEAR_LINE + text);
      else if (done === total || done - toldAt >= total * LINE_INTERVAL_SHARE) {
        toldAt = done;
        say(`${text}\n`);
      }
    },
    showWait({ ms, concurrency }) {
      const text = `waiting ${Math.ceil(ms / 1000)} s because of rate limits; then ${concurrency} concurrent trials`;
      say(isWatched ? CLEAR_LINE + text : `${text}\n`);
    },
    end: () => {
      if (isWatched) say('\n');
    },
  };
}
