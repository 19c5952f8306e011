import type { Browser, Page } from 'playwright-core';

/** Measures the longest blocking of a page's main thread. */
export interface TaskWatch {
  /**
   * Resolves to the CPU milliseconds of the longest task since the last call, or since the start.
   */
  longestCpuMs(): Promise<number>;
  /** Stops the measurement and discards its result. */
  end(): Promise<void>;
}

/** One event of the browser's trace; times in microseconds, `tdur` of the thread's own clock. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const CATEGORIES = ['disabled-by-default-devtools.timeline'];

/**
 * Measures with the browser's own trace. Its clock is the thread's CPU clock, so other programs of
 * the machine do not count. Only one page of a browser can be measured at a time.
 */
export async function watchTasks(browser: Browser, page: Page): Promise<TaskWatch> {
  await browser.startTracing(page, { categories: CATEGORIES });
  return {
    async longestCpuMs() {
      const trace = await browser.stopTracing();
      await browser.startTracing(page, { categories: CATEGORIES });
      const { traceEvents } = JSON.parse(String(trace)) as { readonly traceEvents: TraceEvent[] };
      return longestOf(traceEvents) / 1000;
    },
    async end() {
      await browser.stopTracing();
    },
  };
}

/** Returns microseconds of the longest task of a page's main thread. */
export function longestOf(events: readonly TraceEvent[]): number {
  const mains = new Set(
    events
      .filter((one) => one.args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return events
    .filter(
      ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && mains.has(`${pid} ${tid}`),
    )
    .reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0);
}
