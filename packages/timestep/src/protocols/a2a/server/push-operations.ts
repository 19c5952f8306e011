import { readId, requireId, type JsonValue } from '#core';
import type { PushService } from '../push/push-service.ts';
import {
  A2AError,
  createInvalidParamsError,
  createA2ATaskNotFoundError,
} from '../wire/a2a-error.ts';
import { DEFAULT_PUSH_ID, readPushConfig } from '../wire/push-config.ts';
import { requireParams } from '../wire/a2a-fields.ts';
import type { OperationContext, OperationResult, PushOperation } from './operation-context.ts';

export async function performPushOperation(
  push: PushService,
  operation: PushOperation,
  params: JsonValue,
  { tasks, version }: OperationContext,
): Promise<OperationResult> {
  const given = requireParams(params);
  const taskId = requireId(given, 'taskId');
  const own = await tasks.find(taskId);
  if (!own) throw createA2ATaskNotFoundError(taskId);
  switch (operation) {
    case 'push-set': {
      const wish = readPushConfig(given);
      requireSafeUrl(push, wish.url);
      const target = { ...wish, taskId, version };
      await push.set(target, own.task.generation);
      return { kind: 'push-target', target };
    }
    case 'push-get': {
      const target = await push.get(taskId, readId(given, 'id') ?? DEFAULT_PUSH_ID);
      if (!target)
        throw createA2ATaskNotFoundError(`${taskId} with such a push notification config`);
      return { kind: 'push-target', target };
    }
    case 'push-list':
      return { kind: 'push-targets', targets: await push.list(taskId) };
    case 'push-remove':
      await push.remove(taskId, readId(given, 'id') ?? DEFAULT_PUSH_ID);
      return { kind: 'push-removed' };
  }
}

export function requirePushService(push: PushService | undefined): PushService {
  if (push) return push;
  throw new A2AError(
    'push-notification-not-supported',
    'this agent sends no push notifications: stream, subscribe or poll instead',
  );
}

export function requireSafeUrl(push: PushService, url: string): void {
  const problem = push.findUrlProblem(url);
  if (problem !== undefined)
    throw createInvalidParamsError('url', `cannot receive notifications: ${problem}`);
}
