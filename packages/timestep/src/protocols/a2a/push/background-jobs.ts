import type { Clock, Delivery } from '#engine/port';

export interface BackgroundJobs {
  /** Signal of a job. It aborts when the grace period of `close` has passed. */
  readonly signal: AbortSignal;
  start(work: () => Promise<void>): void;
  startAfter(delayMs: number, work: () => Promise<void>): void;
  /** Waits up to `graceMs` for running jobs, then aborts them and waits for their end. */
  close(graceMs: number): Promise<void>;
}

/** Creates a set of background jobs. `onError` receives their rejections. */
export function createBackgroundJobs(
  clock: Clock,
  onError: (thrown: unknown) => void,
): BackgroundJobs {
  const closing = new AbortController();
  const working = new Set<Promise<void>>();
  const scheduled = new Set<() => void>();
  let isClosing = false;

  function startTrackedJob(work: () => Promise<void>): void {
    if (isClosing) return;
    const job = work().catch(onError);
    working.add(job);
    void job.finally(() => working.delete(job));
  }

  return {
    signal: closing.signal,
    start: startTrackedJob,
    startAfter(delayMs, work) {
      if (isClosing) return;
      const callOff = clock.schedule(delayMs, () => {
        scheduled.delete(callOff);
        startTrackedJob(work);
      });
      scheduled.add(callOff);
    },
    async close(graceMs) {
      isClosing = true;
      for (const callOff of scheduled) callOff();
      const grace = Promise.withResolvers<void>();
      const endGrace = clock.schedule(graceMs, grace.resolve);
      await Promise.race([Promise.allSettled(working), grace.promise]);
      endGrace();
      closing.abort();
      await Promise.allSettled(working);
    },
  };
}

export interface CatchUpOptions {
  readonly max: number;
  readonly claim: (max: number) => Promise<readonly Delivery[]>;
  readonly deliver: (delivery: Delivery, onCaughtUp: () => void) => Promise<void>;
  readonly start: (work: () => Promise<void>) => void;
}

/**
 * Creates a function that resumes delivery to push-notification targets with unsent events, at most
 * `max` at a time.
 */
export function createCatchUpFunction({ max, claim, deliver, start }: CatchUpOptions): () => void {
  let isClaiming = false;
  let active = 0;
  let mayHaveMore = false;

  function claimAndStartDeliveries(): void {
    const room = max - active;
    if (isClaiming || room <= 0) {
      mayHaveMore = true;
      return;
    }
    start(async () => {
      isClaiming = true;
      mayHaveMore = false;
      let claimed: readonly Delivery[] = [];
      try {
        claimed = await claim(room);
        active += claimed.length;
        if (claimed.length >= room) mayHaveMore = true;
      } finally {
        isClaiming = false;
      }
      await Promise.all(
        claimed.map((delivery) => deliver(delivery, createOneTimeCall(releaseDeliverySlot))),
      );
    });
  }

  function releaseDeliverySlot(): void {
    active -= 1;
    if (mayHaveMore) claimAndStartDeliveries();
  }

  return claimAndStartDeliveries;
}

function createOneTimeCall(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}

/** Runs work at intervals. Returns a function that stops the repetition. */
export function repeatEvery(clock: Clock, intervalMs: number, action: () => void): () => void {
  let stop = (): void => undefined;
  const again = (): void => {
    stop = clock.schedule(intervalMs, () => {
      action();
      again();
    });
  };
  again();
  return () => stop();
}
