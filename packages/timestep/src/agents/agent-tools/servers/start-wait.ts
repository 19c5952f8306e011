/** A wait for a server that starts, which all turns share. */
export interface StartWait {
  /** Begins the wait for another start. */
  begin(): void;
  /** Waits for the start, which must not reject, but for no longer than a turn may wait. */
  wait(start: Promise<void>): Promise<void>;
}

export interface StartWaitOptions {
  /** Milliseconds that a turn waits, which may be infinite. */
  readonly limitMs: number;
  /** Called once for each start that takes longer than usual, with its seconds so far. */
  readonly onSlow: (seconds: number) => void;
  /** Called once for each start for which turns no longer wait. */
  readonly onLate: () => void;
}

const SLOW_MS = 10_000;

export function createStartWait({ limitMs, onSlow, onLate }: StartWaitOptions): StartWait {
  let isSlow = false;
  let isLate = false;

  function reportSlow(): void {
    if (!isSlow) onSlow(SLOW_MS / 1000);
    isSlow = true;
  }

  return {
    begin() {
      isSlow = false;
      isLate = false;
    },
    async wait(start) {
      if (isLate) return;
      const late = Promise.withResolvers<'late'>();
      const slowTimer = setTimeout(reportSlow, SLOW_MS);
      const isLimited = Number.isFinite(limitMs);
      const timer = isLimited ? setTimeout(() => late.resolve('late'), limitMs) : undefined;
      const outcome = await Promise.race([start, late.promise]);
      clearTimeout(slowTimer);
      clearTimeout(timer);
      if (outcome !== 'late' || isLate) return;
      isLate = true;
      onLate();
    },
  };
}
