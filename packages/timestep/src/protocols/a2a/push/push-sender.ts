import { randomUUID } from 'node:crypto';
import type { Clock, Delivery, Lease, Outbox, Runner } from '#engine/port';
import { createBackgroundJobs, createCatchUpFunction, repeatEvery } from './background-jobs.ts';
import { deliverAndReleaseLease } from './deliver-and-release-lease.ts';
import { postNotification, type Post } from './post-notification.ts';
import { createReplacingJobRunner, createKeyedSemaphore } from './keyed-jobs.ts';
import type { DeliveryDeps, DeliveryProgress } from './notify-target.ts';

export interface PushSenderOptions {
  readonly outbox: Outbox;
  readonly runner: Runner;
  readonly post: Post;
  readonly clock: Clock;
  /** Random number in [0, 1), which spreads retries so that a receiver does not get all at the same time. */
  readonly random?: () => number;
  /** Duration of a lease in milliseconds, which is also the delay after a crash. Default: 12000. */
  readonly claimMs?: number;
  /** Milliseconds between searches for targets with unsent events. Default: 5000. */
  readonly pollMs?: number;
  /** Callback for failed deliveries. The errors contain no tokens or credentials. */
  readonly onError?: (thrown: unknown) => void;
}

/** Sends the events of tasks to push-notification targets: each event at least once, in order. */
export interface PushSender {
  wake(taskId: string): void;
  /** Waits up to `graceMs` for running deliveries. The next sender delivers the remaining events. */
  close(graceMs: number): Promise<void>;
}

/**
 * Maximum number of deliveries that are resumed at once after a restart or a failure. New events of running
 * tasks do not count.
 */
const MAX_CATCHING_UP = 100;
/** Maximum concurrent deliveries per receiver, so that a slow receiver does not block others. */
const POST_LIMITS = { max: 64, maxPerKey: 8 };

export function createPushSender(options: PushSenderOptions): PushSender {
  const { outbox, runner, post, clock, random = Math.random } = options;
  const { claimMs = 12_000, pollMs = 5000, onError = () => {} } = options;
  const background = createBackgroundJobs(clock, onError);
  const deliveries = createReplacingJobRunner();
  const posts = createKeyedSemaphore(POST_LIMITS);

  const deps: DeliveryDeps = {
    outbox,
    runner,
    clock,
    random,
    claimMs,
    onError,
    closing: background.signal,
    async send(target, notification, signal) {
      const release = await posts.acquire(new URL(target.url).origin, signal);
      try {
        await postNotification(post, target, notification, signal);
      } finally {
        release();
      }
    },
    retry: (taskId, delayMs) =>
      background.startAfter(delayMs, () => deliverToTargetsOfTask(taskId, false)),
  };

  const claimDueTargets = createCatchUpFunction({
    max: MAX_CATCHING_UP,
    claim: (max) => outbox.claim(createDeliveryLease(), max),
    deliver: deliverToTarget,
    start: (work) => background.start(work),
  });

  function createDeliveryLease(): Lease {
    const now = clock.now();
    return { holder: randomUUID(), now, until: now + claimMs };
  }

  /** Delivers events to a task's targets. `includeAbandoned` also retries targets that were given up. */
  async function deliverToTargetsOfTask(taskId: string, includeAbandoned: boolean): Promise<void> {
    const claimed = await outbox.claimForTask(taskId, createDeliveryLease(), includeAbandoned);
    await Promise.all(claimed.map((delivery) => deliverToTarget(delivery, () => undefined)));
  }

  function startPushDeliveryForTask(taskId: string): void {
    background.start(() => deliverToTargetsOfTask(taskId, true));
  }

  /** Sends unsent events to a target, after an earlier delivery to it that lost its lease has ended. */
  async function deliverToTarget(delivery: Delivery, onCaughtUp: () => void): Promise<void> {
    const { taskId, id } = delivery.target;
    const progress: DeliveryProgress = { sent: delivery.sent, hasAccepted: false };
    const isUpToDate = await deliveries.run(JSON.stringify([taskId, id]), async (abort) => {
      try {
        return await deliverAndReleaseLease(deps, { delivery, progress, abort, onCaughtUp });
      } catch (thrown) {
        onError(thrown);
        return false;
      } finally {
        onCaughtUp();
      }
    });
    if (!isUpToDate) return;
    // A target cannot be leased while its earlier lease is being released, so it is tried again.
    const now = await runner.get(taskId);
    if (now && now.generation > progress.sent) startPushDeliveryForTask(taskId);
  }

  claimDueTargets();
  const stopPolling = repeatEvery(clock, pollMs, claimDueTargets);

  return {
    wake: startPushDeliveryForTask,
    async close(graceMs) {
      stopPolling();
      await background.close(graceMs);
    },
  };
}
