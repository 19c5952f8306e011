import type { Clock } from '#engine/port';

/** Minimum number of milliseconds between two shown reports of a call. */
const PAUSE_MS = 250;

/** Reports of the progress of one tool call. */
export interface ProgressReports {
  /** Shows a report. Of reports in quick succession only the newest is shown, after a pause. */
  report(text: string): void;
  /** Ends the reports: a report that is not yet shown is dropped. */
  end(): void;
}

/** Limits how often a tool call shows its progress, because a tool may report thousands of times a second. */
export function createProgressReports(clock: Clock, show: (text: string) => void): ProgressReports {
  let next: string | undefined;
  let shownAt = Number.NEGATIVE_INFINITY;
  let stop: (() => void) | undefined;

  function showNow(text: string): void {
    next = undefined;
    stop = undefined;
    shownAt = clock.now();
    show(text);
  }

  return {
    report(text) {
      const isWaiting = stop !== undefined;
      next = text;
      if (isWaiting) return;
      const pause = shownAt + PAUSE_MS - clock.now();
      if (pause <= 0) return showNow(text);
      stop = clock.schedule(Math.min(pause, PAUSE_MS), () => {
        if (next !== undefined) showNow(next);
      });
    },
    end() {
      stop?.();
      stop = undefined;
      next = undefined;
    },
  };
}
