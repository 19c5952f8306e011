import type { PushTarget } from '../../port/index.ts';
import type { Post } from './post-notification.ts';
import { createPushSender, type PushSenderOptions } from './push-sender.ts';

/** Push notifications of one server: who is told, and the telling. */
export interface PushService {
  /** What is wrong with an address to be told at. */
  problemWith(url: string): string | undefined;
  /** Tells a target what happens to its task after a generation. */
  set(target: PushTarget, after: number): Promise<void>;
  get(taskId: string, id: string): Promise<PushTarget | undefined>;
  list(taskId: string): Promise<readonly PushTarget[]>;
  remove(taskId: string, id: string): Promise<void>;
  /** Says that something happened to a task. */
  wake(taskId: string): void;
  close(graceMs: number): Promise<void>;
}

export interface PushServiceOptions extends Omit<PushSenderOptions, 'post'> {
  /** Posts, and refuses addresses that must not be called; `createSafePost` of the http room. */
  readonly safePost: {
    readonly problemWith: (url: string) => string | undefined;
    readonly post: Post;
    readonly close: () => Promise<void>;
  };
}

export function createPushService({ safePost, ...options }: PushServiceOptions): PushService {
  const { outbox } = options;
  const sender = createPushSender({ ...options, post: safePost.post });
  return {
    problemWith: safePost.problemWith,
    async set(target, after) {
      await outbox.put(target, after);
      sender.wake(target.taskId);
    },
    get: (taskId, id) => outbox.get(taskId, id),
    list: (taskId) => outbox.list(taskId),
    remove: (taskId, id) => outbox.remove(taskId, id),
    wake: (taskId) => sender.wake(taskId),
    async close(graceMs) {
      await sender.close(graceMs);
      await safePost.close();
      outbox.close();
    },
  };
}
