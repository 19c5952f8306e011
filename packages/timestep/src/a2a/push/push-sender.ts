import { randomUUID } from 'node:crypto';
import { isFinal } from '../../core/index.ts';
import {
  NEVER_DUE,
  type Clock,
  type Delivery,
  type Lease,
  type Outbox,
  type Runner,
} from '../../port/index.ts';
import { postNotification, PushError, type Post } from './post-notification.ts';
import { retryDelay } from './retry.ts';
import { tellTarget, type Progress } from './tell-target.ts';
import { createTurnstile } from './turnstile.ts';

export interface PushSenderOptions {
  readonly outbox: Outbox;
  readonly runner: Runner;
  readonly post: Post;
  readonly clock: Clock;
  /** In [0, 1): spreads retries, so that receivers that come back are not overrun. */
  readonly random?: () => number;
  /** Names each time targets are lent; must not repeat in any process. Default: random UUIDs. */
  readonly newId?: () => string;
  /** Milliseconds a target is lent to one sender at a time; after a crash it waits so long. Default 12000. */
  readonly claimMs?: number;
  /** How often targets are looked for that nobody here spoke of. Default every 5000 ms. */
  readonly lookMs?: number;
  /** Told of what failed; never of tokens or credentials. */
  readonly onError?: (thrown: unknown) => void;
}

/** Tells targets what happens to their tasks: at least once each, in order. */
export interface PushSender {
  /** Says that something may have happened to a task, or that it has a new target. */
  wake(taskId: string): void;
  /** Lets what is being sent end for up to `graceMs`. What is not sent then is sent by the next. */
  close(graceMs: number): Promise<void>;
}

/** A receiver that failed this often in a row, over some hours, is not asked again by itself. */
const MOST_FAILURES = 50;
/** Targets that are told what has happened, beside those that are told what happens. */
const MOST_CATCHING_UP = 100;
/** Few enough to one receiver that those of others are not held up by it. */
const POSTS_AT_ONCE = { most: 64, mostOfKey: 8 };

/** A delivery under way, to be taken over by the next one to the same target. */
interface Running {
  readonly leave: AbortController;
  readonly ended: Promise<void>;
}

export function createPushSender(options: PushSenderOptions): PushSender {
  const { outbox, runner, post, clock, random = Math.random, newId = randomUUID } = options;
  const { claimMs = 12_000, lookMs = 5000, onError = () => {} } = options;
  const closing = new AbortController();
  const posts = createTurnstile(POSTS_AT_ONCE);
  const working = new Set<Promise<void>>();
  const running = new Map<string, Running>();
  const retries = new Set<() => void>();

  let isClosing = false;
  let isLooking = false;
  let catchingUp = 0;
  /** Targets were left for when there is room. */
  let isMore = false;

  function begin(work: () => Promise<void>): void {
    if (isClosing) return;
    const worked = work().catch(onError);
    working.add(worked);
    void worked.finally(() => working.delete(worked));
  }

  /** Takes up targets that are behind, as many as there is room for. */
  function look(): void {
    const most = MOST_CATCHING_UP - catchingUp;
    if (isLooking || most <= 0) {
      isMore = true;
      return;
    }
    begin(async () => {
      isLooking = true;
      isMore = false;
      let claimed: readonly Delivery[] = [];
      try {
        claimed = await outbox.claim(lease(), most);
        catchingUp += claimed.length;
        if (claimed.length >= most) isMore = true;
      } finally {
        isLooking = false;
      }
      await Promise.all(claimed.map((delivery) => deliver(delivery, makeRoom)));
    });
  }

  function makeRoom(): void {
    catchingUp -= 1;
    if (isMore) look();
  }

  function lookAt(taskId: string, anew: boolean): void {
    begin(async () => {
      const claimed = await outbox.claimOf(taskId, lease(), anew);
      await Promise.all(claimed.map((delivery) => deliver(delivery, () => undefined)));
    });
  }

  function lease(): Lease {
    const now = clock.now();
    return { holder: newId(), now, until: now + claimMs };
  }

  /** Delivers after whatever was being delivered to the same target, which has lost it. */
  async function deliver(delivery: Delivery, onCaughtUp: () => void): Promise<void> {
    const { taskId, id } = delivery.target;
    const key = JSON.stringify([taskId, id]);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const mine: Running = { leave: new AbortController(), ended };
    const before = running.get(key);
    running.set(key, mine);
    before?.leave.abort();
    await before?.ended;
    const progress: Progress = { sent: delivery.sent, hasTaken: false };
    const catchUp = once(onCaughtUp);
    let isTold = false;
    try {
      isTold = await deliverHeld(delivery, progress, mine.leave, catchUp);
    } catch (thrown) {
      onError(thrown);
    } finally {
      catchUp();
      if (running.get(key) === mine) running.delete(key);
      end();
    }
    if (!isTold) return;
    // What happened while it was given back woke nobody.
    const now = await runner.get(taskId);
    if (now && now.generation > progress.sent) lookAt(taskId, true);
  }

  /** Whether the target was told all there was. */
  async function deliverHeld(
    delivery: Delivery,
    progress: Progress,
    leave: AbortController,
    onCaughtUp: () => void,
  ): Promise<boolean> {
    const signal = AbortSignal.any([leave.signal, closing.signal]);
    const keep = async (): Promise<void> => {
      const isHeld = await outbox.hold(delivery, progress.sent, clock.now() + claimMs);
      if (!isHeld) leave.abort();
    };
    const stopKeeping = every(claimMs / 3, () => void keep().catch(onError));
    try {
      const task = await tellTarget(delivery, {
        runner,
        progress,
        isHeld: () => outbox.isHeld(delivery),
        tell: async (notification) => {
          const { target } = delivery;
          const exit = await posts.enter(new URL(target.url).origin, signal);
          try {
            await postNotification(post, target, notification, signal);
          } finally {
            exit();
          }
        },
        onState: keep,
        onCaughtUp,
        signal,
      });
      const dueAt = task && isFinal(task) ? NEVER_DUE : clock.now();
      if (task) await outbox.release(delivery, { sent: progress.sent, failures: 0, dueAt });
      else await outbox.discard(delivery);
      return task !== undefined && !signal.aborted;
    } catch (thrown) {
      await failed(delivery, progress, signal.aborted, thrown);
      return false;
    } finally {
      stopKeeping();
    }
  }

  async function failed(
    delivery: Delivery,
    { sent, hasTaken }: Progress,
    wasCalledOff: boolean,
    thrown: unknown,
  ): Promise<void> {
    // One that was given up and is asked for anew gets all its chances again.
    const isAnew = hasTaken || delivery.failures >= MOST_FAILURES;
    const before = isAnew ? 0 : delivery.failures;
    if (wasCalledOff) {
      return outbox.release(delivery, { sent, failures: before, dueAt: clock.now() });
    }
    if (thrown instanceof PushError && thrown.code === 'gone') return outbox.discard(delivery);
    const failures = before + 1;
    const isGivenUp = failures >= MOST_FAILURES;
    if (failures === 1 || isGivenUp) onError(thrown);
    const delayMs = retryDelay(failures, random());
    const dueAt = isGivenUp ? NEVER_DUE : clock.now() + delayMs;
    await outbox.release(delivery, { sent, failures, dueAt });
    if (isGivenUp || isClosing) return;
    const callOff = clock.schedule(delayMs, () => {
      retries.delete(callOff);
      lookAt(delivery.target.taskId, false);
    });
    retries.add(callOff);
  }

  function every(ms: number, act: () => void): () => void {
    let stop = (): void => undefined;
    const again = (): void => {
      stop = clock.schedule(ms, () => {
        act();
        again();
      });
    };
    again();
    return () => stop();
  }

  look();
  const callOffLook = every(lookMs, look);

  return {
    wake: (taskId) => lookAt(taskId, true),
    async close(graceMs) {
      isClosing = true;
      callOffLook();
      for (const callOffRetry of retries) callOffRetry();
      const grace = Promise.withResolvers<void>();
      const endGrace = clock.schedule(graceMs, grace.resolve);
      await Promise.race([Promise.allSettled(working), grace.promise]);
      endGrace();
      closing.abort();
      await Promise.allSettled(working);
    },
  };
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}
