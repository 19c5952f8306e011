import type { Outbox, PushTarget } from '#engine/port';
import type { SafePost } from '#protocols/http';
import { A2AError } from '../wire/a2a-error.ts';
import { createPushSender, type PushSender, type PushSenderOptions } from './push-sender.ts';

/** The push notifications of one server: stores their targets and sends them. */
export interface PushService extends PushSender, Pick<Outbox, 'get' | 'list' | 'remove'> {
  /** Returns why a URL cannot receive notifications. Undefined if it can. */
  findUrlProblem(url: string): string | undefined;
  /** Throws `A2AError` if a task already has the maximum number of push notification targets. */
  requireTargetSlot(taskId: string, id: string): Promise<void>;
  /**
   * Adds a target for push notifications. It receives events that the task's log gets after the
   * generation `after`. Throws `A2AError` if the task has too many targets.
   */
  set(target: PushTarget, after: number): Promise<void>;
}

/** Options of a push service. */
export interface PushServiceOptions extends Omit<PushSenderOptions, 'post'> {
  /** Posts notifications to URLs that are allowed. Create it with `createSafePost`. */
  readonly safePost: SafePost;
  /** Maximum number of targets per task, because each target receives every event. Default: 10. */
  readonly maxTargets?: number;
}

const MAX_TARGETS = 10;

/** Creates a service that sends push notifications to the targets in an outbox. */
export function createPushService({ safePost, ...options }: PushServiceOptions): PushService {
  const { outbox, maxTargets = MAX_TARGETS } = options;
  const sender = createPushSender({ ...options, post: safePost.post });
  return {
    findUrlProblem: safePost.findUrlProblem,
    async requireTargetSlot(taskId, id) {
      const targets = await outbox.list(taskId);
      const isThere = targets.some((target) => target.id === id);
      if (!isThere && targets.length >= maxTargets)
        throw createTooManyTargetsError(taskId, maxTargets);
    },
    async set(target, after) {
      const isSet = await outbox.put(target, after, maxTargets);
      if (!isSet) throw createTooManyTargetsError(target.taskId, maxTargets);
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

function createTooManyTargetsError(taskId: string, max: number): A2AError {
  const message = `task ${taskId} has ${max} push notification configs, the maximum: delete one first`;
  return new A2AError('invalid-params', message, { metadata: { taskId } });
}
