import { randomUUID } from 'node:crypto';
import type { Clock, Delivery, Lease, Outbox, Runner } from '../../port/index.ts';
import { createBackground } from './background.ts';
import { createCatchUp } from './catch-up.ts';
import { deliverHeld, type Sending } from './deliver-held.ts';
import { every } from './every.ts';
import { postNotification, type Post } from './post-notification.ts';
import { createSuccession } from './succession.ts';
import type { Progress } from './tell-target.ts';
import { createTurnstile } from './turnstile.ts';

export interface PushSenderOptions {
  readonly outbox: Outbox;
  readonly runner: Runner;
  readonly post: Post;
  readonly clock: Clock;
  /**
   * In [0, 1): spreads retries, so that a receiver that comes back does not get all of them at
   * once.
   */
  readonly random?: () => number;
  /** Names each lease; must not repeat in any process. Default: random UUIDs. */
  readonly newId?: () => string;
  /** Milliseconds of one lease, and how long a target waits after a crash. Default 12000. */
  readonly claimMs?: number;
  /** Milliseconds between searches for targets that are behind without a `wake`. Default 5000. */
  readonly lookMs?: number;
  /** Receives failures, without tokens or credentials. */
  readonly onError?: (thrown: unknown) => void;
}

/** Sends targets what happens to their tasks: each event at least once, in order. */
export interface PushSender {
  /** Reports that something may have happened to a task, or that it has a new target. */
  wake(taskId: string): void;
  /** Lets running deliveries end for up to `graceMs`. The next sender sends what is left then. */
  close(graceMs: number): Promise<void>;
}

/** Targets that catch up at the same time; those whose task goes on now come on top. */
const MOST_CATCHING_UP = 100;
/** A slow receiver holds up at most `mostOfKey` posts, so that posts to others go on. */
const POSTS_AT_ONCE = { most: 64, mostOfKey: 8 };

export function createPushSender(options: PushSenderOptions): PushSender {
  const { outbox, runner, post, clock, random = Math.random, newId = randomUUID } = options;
  const { claimMs = 12_000, lookMs = 5000, onError = () => {} } = options;
  const background = createBackground(clock, onError);
  const deliveries = createSuccession();
  const posts = createTurnstile(POSTS_AT_ONCE);

  const sending: Sending = {
    outbox,
    runner,
    clock,
    random,
    claimMs,
    onError,
    closing: background.signal,
    async send(target, notification, signal) {
      const exit = await posts.enter(new URL(target.url).origin, signal);
      try {
        await postNotification(post, target, notification, signal);
      } finally {
        exit();
      }
    },
    retry: (taskId, delayMs) => background.beginAfter(delayMs, () => deliverOf(taskId, false)),
  };

  const look = createCatchUp({
    most: MOST_CATCHING_UP,
    claim: (most) => outbox.claim(lease(), most),
    deliver,
    begin: (work) => background.begin(work),
  });

  function lease(): Lease {
    const now = clock.now();
    return { holder: newId(), now, until: now + claimMs };
  }

  /** Delivers to the targets of a task; with `anew`, also to those that were given up. */
  async function deliverOf(taskId: string, anew: boolean): Promise<void> {
    const claimed = await outbox.claimOf(taskId, lease(), anew);
    await Promise.all(claimed.map((delivery) => deliver(delivery, () => undefined)));
  }

  function wake(taskId: string): void {
    background.begin(() => deliverOf(taskId, true));
  }

  /** Delivers once an earlier delivery to the same target, which has lost its lease, has ended. */
  async function deliver(delivery: Delivery, onCaughtUp: () => void): Promise<void> {
    const { taskId, id } = delivery.target;
    const progress: Progress = { sent: delivery.sent, hasTaken: false };
    const isTold = await deliveries.run(JSON.stringify([taskId, id]), async (leave) => {
      try {
        return await deliverHeld(sending, { delivery, progress, leave, onCaughtUp });
      } catch (thrown) {
        onError(thrown);
        return false;
      } finally {
        onCaughtUp();
      }
    });
    if (!isTold) return;
    // `wake` could not claim the target while it was being given back.
    const now = await runner.get(taskId);
    if (now && now.generation > progress.sent) wake(taskId);
  }

  look();
  const callOffLook = every(clock, lookMs, look);

  return {
    wake,
    async close(graceMs) {
      callOffLook();
      await background.close(graceMs);
    },
  };
}
