import type { JsonValue } from '../../core/index.ts';
import type { PushService } from '../push/push-service.ts';
import { A2AError, invalidParams, taskNotFound } from '../wire/a2a-error.ts';
import { DEFAULT_PUSH_ID, pushWishIn } from '../wire/push-config.ts';
import { asObject, readString, requireString } from '../wire/read-fields.ts';
import type { Asking, Outcome, PushOperation } from './operation.ts';

export async function performPush(
  push: PushService,
  operation: PushOperation,
  params: JsonValue,
  { tasks, version }: Asking,
): Promise<Outcome> {
  const given = asObject(params, 'params');
  const taskId = requireString(given, 'taskId');
  const own = await tasks.find(taskId);
  if (!own) throw taskNotFound(taskId);
  switch (operation) {
    case 'push-set': {
      const wish = pushWishIn(given, '');
      requireSafe(push, wish.url);
      const target = { ...wish, taskId, version };
      await push.set(target, own.task.generation);
      return { kind: 'push-target', target };
    }
    case 'push-get': {
      const target = await push.get(taskId, readString(given, 'id') ?? DEFAULT_PUSH_ID);
      if (!target) throw taskNotFound(`${taskId} with such a push notification config`);
      return { kind: 'push-target', target };
    }
    case 'push-list':
      return { kind: 'push-targets', targets: await push.list(taskId) };
    case 'push-remove':
      await push.remove(taskId, readString(given, 'id') ?? DEFAULT_PUSH_ID);
      return { kind: 'push-removed' };
  }
}

/** Throws `A2AError` where the agent sends no push notifications. */
export function requirePush(push: PushService | undefined): PushService {
  if (push) return push;
  throw new A2AError(
    'push-notification-not-supported',
    'this agent sends no push notifications: stream, subscribe or poll instead',
  );
}

/** Throws `A2AError` for an address that the server must not call. */
export function requireSafe(push: PushService, url: string): void {
  const problem = push.problemWith(url);
  if (problem !== undefined) throw invalidParams('url', `cannot receive notifications: ${problem}`);
}
