import type { Delivery } from '../../../engine/port/index.ts';

export interface CatchUpOptions {
  readonly max: number;
  readonly claim: (max: number) => Promise<readonly Delivery[]>;
  readonly deliver: (delivery: Delivery, onCaughtUp: () => void) => Promise<void>;
  readonly start: (work: () => Promise<void>) => void;
}

/** Resumes delivery to targets that are behind: up to `max` at once, the others later. */
export function createCatchUpFunction({ max, claim, deliver, start }: CatchUpOptions): () => void {
  let isClaiming = false;
  let active = 0;
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
