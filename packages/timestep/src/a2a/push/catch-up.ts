import type { Delivery } from '../../port/index.ts';

export interface CatchUpOptions {
  /** Targets that may catch up at the same time. */
  readonly most: number;
  /** Claims up to so many targets that are behind their tasks. */
  readonly claim: (most: number) => Promise<readonly Delivery[]>;
  readonly deliver: (delivery: Delivery, onCaughtUp: () => void) => Promise<void>;
  readonly begin: (work: () => Promise<void>) => void;
}

/**
 * Returns a function that takes up targets that are behind: as many as there is room for, and the
 * rest when some of them have caught up.
 */
export function createCatchUp({ most, claim, deliver, begin }: CatchUpOptions): () => void {
  let isLooking = false;
  let catchingUp = 0;
  /** Whether targets may have been left until there is room. */
  let isMore = false;

  function look(): void {
    const room = most - catchingUp;
    if (isLooking || room <= 0) {
      isMore = true;
      return;
    }
    begin(async () => {
      isLooking = true;
      isMore = false;
      let claimed: readonly Delivery[] = [];
      try {
        claimed = await claim(room);
        catchingUp += claimed.length;
        if (claimed.length >= room) isMore = true;
      } finally {
        isLooking = false;
      }
      await Promise.all(claimed.map((delivery) => deliver(delivery, once(makeRoom))));
    });
  }

  function makeRoom(): void {
    catchingUp -= 1;
    if (isMore) look();
  }

  return look;
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}
