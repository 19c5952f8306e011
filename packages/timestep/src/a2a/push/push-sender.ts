import { isFinal, isInterrupted, TimestepError, type Task } from '../../core/index.ts';
import {
  follow,
  taskAt,
  type Clock,
  type Delivery,
  type Outbox,
  type PushTarget,
  type Runner,
} from '../../port/index.ts';
import { notificationsOf, type Notification } from './notifications.ts';
import { retryDelay } from './retry.ts';

/** Posts to an address; resolves with the status of the answer. */
export type Post = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
) => Promise<number>;

export interface PushSenderOptions {
  readonly outbox: Outbox;
  readonly runner: Runner;
  readonly post: Post;
  readonly clock: Clock;
  /** In [0, 1): spreads retries, so that receivers that come back are not overrun. */
  readonly random?: () => number;
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

/** A receiver that answered, but not that it took the notification. */
class PushError extends TimestepError {
  declare readonly code: 'gone' | 'not-taken';
}

const REQUEST_MS = 10_000;
/** A receiver that failed this often in a row, over some hours, is not asked again by itself. */
const MOST_FAILURES = 50;
const NEVER = Number.MAX_SAFE_INTEGER;

export function createPushSender(options: PushSenderOptions): PushSender {
  const { outbox, runner, post, clock, random = Math.random, onError = () => {} } = options;
  const { claimMs = 12_000, lookMs = 5000 } = options;
  const closing = new AbortController();
  const working = new Set<Promise<void>>();
  /** Targets being told, so that a claim that lapses here lends them to nobody else here. */
  const busy = new Set<string>();
  const retries = new Set<() => void>();
  let callOff = (): void => undefined;

  function look(taskId?: string): void {
    if (closing.signal.aborted) return;
    const looking = claim(taskId).catch(onError);
    working.add(looking);
    void looking.finally(() => working.delete(looking));
  }

  async function claim(taskId: string | undefined): Promise<void> {
    const now = clock.now();
    const claimed = await outbox.claim(now, now + claimMs, taskId);
    await Promise.all(claimed.map((delivery) => deliver(delivery).catch(onError)));
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const { target } = delivery;
    const key = JSON.stringify([target.taskId, target.id]);
    if (busy.has(key)) return;
    busy.add(key);
    const progress: Progress = { sent: delivery.sent };
    const stopRenewing = renewing(target, progress);
    try {
      const task = await tellAll(target, progress);
      if (task) await outbox.release(target, isFinal(task) ? NEVER : clock.now(), 0);
      else await outbox.remove(target.taskId, target.id);
    } catch (thrown) {
      const failures = progress.sent > delivery.sent ? 0 : delivery.failures;
      await failed(target, failures, thrown);
      return;
    } finally {
      stopRenewing();
      busy.delete(key);
    }
    // What happened while it was given back woke nobody.
    const now = await runner.get(target.taskId);
    if (now && now.generation > progress.sent) look(target.taskId);
  }

  /** Tells a target all it has not been told, until its task rests; nothing where there is no task. */
  async function tellAll(target: PushTarget, progress: Progress): Promise<Task | undefined> {
    const now = await runner.get(target.taskId);
    if (!now) return undefined;
    let task = await taskAt(runner, now, progress.sent);
    if (task.generation >= now.generation && isAtRest(task)) return task;
    const leave = new AbortController();
    try {
      for await (const step of follow(
        runner,
        task,
        AbortSignal.any([leave.signal, closing.signal]),
      )) {
        if (step.kind !== 'event') continue;
        ({ task } = step);
        for (const notification of notificationsOf(step, target.version)) {
          await tell(target, notification);
        }
        progress.sent = task.generation;
        const isBehind = task.generation < now.generation;
        if (isAtRest(task) && !isBehind) break;
        if (step.before.state !== task.state) await renew(target, progress);
      }
    } finally {
      leave.abort();
    }
    await renew(target, progress);
    return task;
  }

  async function tell(target: PushTarget, notification: Notification): Promise<void> {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(REQUEST_MS)]);
    const status = await post(
      target.url,
      headersOf(target, notification),
      notification.body,
      signal,
    );
    if (status >= 200 && status <= 299) return;
    const message = `${new URL(target.url).origin} answered a push notification with ${status}`;
    throw new PushError(status === GONE ? 'gone' : 'not-taken', message);
  }

  async function failed(
    target: PushTarget,
    failuresBefore: number,
    thrown: unknown,
  ): Promise<void> {
    if (closing.signal.aborted) return outbox.release(target, clock.now(), failuresBefore);
    if (thrown instanceof PushError && thrown.code === 'gone') {
      return outbox.remove(target.taskId, target.id);
    }
    const failures = failuresBefore + 1;
    if (failures === 1 || failures === MOST_FAILURES) onError(thrown);
    if (failures >= MOST_FAILURES) return outbox.release(target, NEVER, failures);
    const delayMs = retryDelay(failures, random());
    await outbox.release(target, clock.now() + delayMs, failures);
    const callOffRetry = clock.schedule(delayMs, () => {
      retries.delete(callOffRetry);
      look(target.taskId);
    });
    retries.add(callOffRetry);
  }

  function renew(target: PushTarget, { sent }: Progress): Promise<void> {
    return outbox.sent(target, sent, clock.now() + claimMs);
  }

  /** Keeps a target while its task takes its time. */
  function renewing(target: PushTarget, progress: Progress): () => void {
    let stop = (): void => undefined;
    const again = (): void => {
      stop = clock.schedule(claimMs / 3, () => {
        renew(target, progress).catch(onError);
        again();
      });
    };
    again();
    return () => stop();
  }

  function lookAgainLater(): void {
    callOff = clock.schedule(lookMs, () => {
      look();
      lookAgainLater();
    });
  }

  look();
  lookAgainLater();

  return {
    wake: look,
    async close(graceMs) {
      callOff();
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

/** The generation up to which a target has been told everything. */
interface Progress {
  sent: number;
}

const GONE = 410;

function headersOf(
  { token, authentication }: PushTarget,
  { id, contentType }: Notification,
): Record<string, string> {
  const { scheme, credentials } = authentication ?? {};
  return {
    'content-type': contentType,
    'x-a2a-notification-id': id,
    ...(token !== undefined && { 'x-a2a-notification-token': token }),
    ...(scheme !== undefined && {
      authorization: credentials === undefined ? scheme : `${scheme} ${credentials}`,
    }),
  };
}

function isAtRest(task: Task): boolean {
  return isFinal(task) || isInterrupted(task);
}
