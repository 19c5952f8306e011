/** Waits for the start of a server, shared by all turns that need the server. */
export interface StartWait {
  /** Resets the wait for another start of the server, so that a slow start is reported again. */
  begin(): void;
  /** Waits until `start` is settled, but at most `limitMs`. `start` must not reject. */
  wait(start: Promise<void>): Promise<void>;
}

export interface StartWaitOptions {
  /** Maximum milliseconds that a turn waits; may be infinite. */
  readonly limitMs: number;
  /** Called once for each start of an MCP server that takes longer than usual, with the seconds so far. */
  readonly onSlow: (seconds: number) => void;
  /** Called once for each start of an MCP server for which a turn has waited as long as allowed. */
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
