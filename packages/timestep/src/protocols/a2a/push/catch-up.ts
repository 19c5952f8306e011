import type { Delivery } from '../../../engine/port/index.ts';

export interface CatchUpOptions {
  /** Maximum number of targets that catch up concurrently. */
  readonly max: number;
  /** Claims up to `max` targets that are behind their tasks. */
  readonly claim: (max: number) => Promise<readonly Delivery[]>;
  readonly deliver: (delivery: Delivery, onCaughtUp: () => void) => Promise<void>;
  readonly start: (work: () => Promise<void>) => void;
}

/**
 * Returns a function that resumes delivery to targets that are behind: up to `max` at once, the
 * others as soon as some have caught up.
 */
export function createCatchUpFunction({ max, claim, deliver, start }: CatchUpOptions): () => void {
  let isClaiming = false;
  let active = 0;
  /** Whether unclaimed targets may remain until there is capacity. */
  let mayHaveMore = false;

  function claimTargets(): void {
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
      await Promise.all(claimed.map((delivery) => deliver(delivery, callOnce(releaseSlot))));
    });
  }

  function releaseSlot(): void {
    active -= 1;
    if (mayHaveMore) claimTargets();
  }

  return claimTargets;
}

function callOnce(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}
