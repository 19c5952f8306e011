import type { Clock } from '#engine/port';

/** Minimum number of milliseconds between two shown reports of a call. */
const PAUSE_MS = 250;

/** Reports of the progress of one tool call. */
export interface ProgressReports<T> {
  /** Shows a report. Of reports in quick succession only the newest is shown, after a pause. */
  report(report: T): void;
  /** Stops the reports. A report that was not shown yet is dropped. */
  end(): void;
}

/** Limits how often a tool call shows its progress, because a tool may report thousands of times a second. */
export function createProgressReports<T extends string | object = string>(
  clock: Clock,
  show: (report: T) => void,
): ProgressReports<T> {
  let next: T | undefined;
  let shownAt = Number.NEGATIVE_INFINITY;
  let stop: (() => void) | undefined;

  function showReportNow(report: T): void {
    next = undefined;
    stop = undefined;
    shownAt = clock.now();
    show(report);
  }

  return {
    report(report) {
      const isWaiting = stop !== undefined;
      next = report;
      if (isWaiting) return;
      const pause = shownAt + PAUSE_MS - clock.now();
      if (pause <= 0) return showReportNow(report);
      stop = clock.schedule(Math.min(pause, PAUSE_MS), () => {
        if (next !== undefined) showReportNow(next);
      });
    },
    end() {
      stop?.();
      stop = undefined;
      next = undefined;
    },
  };
}
