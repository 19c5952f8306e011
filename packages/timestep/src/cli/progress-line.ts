import type { Progress, Wait } from '../eval/index.ts';

/** Shows the progress of a run. */
export interface ProgressLine {
  readonly tell: (progress: Progress) => void;
  /** Shows that all trials wait, and for how long. */
  readonly wait: (wait: Wait) => void;
  readonly end: () => void;
}

/** How often to write a line where a person does not watch. */
const QUIET_SHARE = 0.1;

/** One line that changes where a person watches; otherwise a line now and then, for logs. */
export function progressLine(isWatched: boolean, say: (text: string) => void): ProgressLine {
  const counts = { passed: 0, failed: 0, error: 0 };
  let cost: number | null = 0;
  let toldAt = 0;
  let first: number | undefined;
  return {
    tell({ row, done, total }) {
      counts[row.verdict] += 1;
      cost = cost === null || row.cost_usd === null ? null : cost + row.cost_usd;
      const now = Date.parse(row.started_at) + row.duration_s * 1000;
      first ??= now - row.duration_s * 1000;
      const ran = counts.passed + counts.failed + counts.error;
      const left = ((now - first) / ran) * (total - done);
      const text =
        `${done}/${total}  ${counts.passed} passed  ${counts.failed} failed  ${counts.error} broken` +
        `  ${Math.ceil(left / 1000)} s left${cost === null ? '' : `  $${cost.toFixed(4)}`}`;
      if (isWatched) say(`\r\u001b[K${text}`);
      else if (done === total || done - toldAt >= total * QUIET_SHARE) {
        toldAt = done;
        say(`${text}\n`);
      }
    },
    wait({ ms, concurrency }) {
      const text = `waiting ${Math.ceil(ms / 1000)} s: the rate of calls is limited; then ${concurrency} at a time`;
      say(isWatched ? `\r\u001b[K${text}` : `${text}\n`);
    },
    end: () => {
      if (isWatched) say('\n');
    },
  };
}
