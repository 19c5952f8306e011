import type { PushTarget } from '../../port/index.ts';
import { A2AError } from '../wire/a2a-error.ts';
import type { Post } from './post-notification.ts';
import { createPushSender, type PushSenderOptions } from './push-sender.ts';

/** Push notifications of one server: their targets, and the sending. */
export interface PushService {
  /** What is wrong with an address for notifications. */
  problemWith(url: string): string | undefined;
  /** Throws `A2AError` where a task has the most targets that it may have. */
  requireRoom(taskId: string, id: string): Promise<void>;
  /** Sends a target what happens to its task after a generation. Throws as `requireRoom` does. */
  set(target: PushTarget, after: number): Promise<void>;
  get(taskId: string, id: string): Promise<PushTarget | undefined>;
  list(taskId: string): Promise<readonly PushTarget[]>;
  remove(taskId: string, id: string): Promise<void>;
  /** Reports that something happened to a task. */
  wake(taskId: string): void;
  close(graceMs: number): Promise<void>;
}

/** The tasks that are followed, the outbox, and how notifications are sent. */
export interface PushServiceOptions extends Omit<PushSenderOptions, 'post'> {
  /**
   * Posts, and refuses addresses that must not be called; see `createSafePost` of the http room.
   */
  readonly safePost: {
    readonly problemWith: (url: string) => string | undefined;
    readonly post: Post;
    readonly close: () => Promise<void>;
  };
  /** Targets of one task at most, because each receives every change. Default 10. */
  readonly mostTargets?: number;
}

const MOST_TARGETS = 10;

/** Sends push notifications of tasks to the targets in an outbox. */
export function createPushService({ safePost, ...options }: PushServiceOptions): PushService {
  const { outbox, mostTargets = MOST_TARGETS } = options;
  const sender = createPushSender({ ...options, post: safePost.post });
  return {
    problemWith: safePost.problemWith,
    async requireRoom(taskId, id) {
      const targets = await outbox.list(taskId);
      const isThere = targets.some((target) => target.id === id);
      if (!isThere && targets.length >= mostTargets) throw tooManyTargets(taskId, mostTargets);
    },
    async set(target, after) {
      const isSet = await outbox.put(target, after, mostTargets);
      if (!isSet) throw tooManyTargets(target.taskId, mostTargets);
      sender.wake(target.taskId);
    },
    get: (taskId, id) => outbox.get(taskId, id),
    list: (taskId) => outbox.list(taskId),
    remove: (taskId, id) => outbox.remove(taskId, id),
    wake: (taskId) => sender.wake(taskId),
    async close(graceMs) {
      await sender.close(graceMs);
      await safePost.close();
    },
  };
}

function tooManyTargets(taskId: string, most: number): A2AError {
  const message = `task ${taskId} has ${most} push notification configs, which is the most: delete one first`;
  return new A2AError('invalid-params', message, { metadata: { taskId } });
}
