import { isFinal, isInterrupted, type JsonValue, type Task } from '../../core/index.ts';
import type { PushTarget, Runner } from '../../port/index.ts';
import type { PushService } from '../push/push-service.ts';
import { A2AError, invalidParams, taskNotFound } from '../wire/a2a-error.ts';
import { messageToSubmission, type SendRequest } from '../wire/message-to-submission.ts';
import { DEFAULT_PUSH_ID, pushWishIn } from '../wire/push-config.ts';
import { asObject, readInteger, readString, requireString } from '../wire/read-fields.ts';
import { taskToWire } from '../wire/task-to-wire.ts';
import type { WireTask } from '../wire/wire.ts';
import { createAudiences } from './audience.ts';
import { pageOf, readListQuery, type WirePage } from './list.ts';
import { eventsOf, type NumberedWireEvent, type StreamView } from './stream.ts';
import type { Version } from './version.ts';

/** What can be asked of an agent, whatever the binding and the version. */
export type Operation =
  | 'send'
  | 'stream'
  | 'get'
  | 'list'
  | 'cancel'
  | 'subscribe'
  | 'push-set'
  | 'push-get'
  | 'push-list'
  | 'push-remove'
  | 'extended-card';

export type Outcome =
  | { readonly kind: 'sent' | 'task'; readonly task: WireTask }
  | { readonly kind: 'page'; readonly page: WirePage }
  | { readonly kind: 'push-target'; readonly target: PushTarget }
  | { readonly kind: 'push-targets'; readonly targets: readonly PushTarget[] }
  | { readonly kind: 'push-removed' }
  | {
      readonly kind: 'stream';
      readonly events: AsyncIterable<NumberedWireEvent>;
      /** Lets go of the task when its reader has gone. */
      readonly leave: () => void;
    };

interface Caller {
  readonly principal: string;
  readonly version: Version;
  /** Aborts when the caller goes away; tasks go on. */
  readonly signal: AbortSignal;
  /** The generation a caller has seen all of, where it takes up a stream; throws `A2AError`. */
  readonly seen: () => number | undefined;
}

/** Carries out one operation on parameters in their 1.0 form; throws when it is refused. */
export type Perform = (operation: Operation, params: JsonValue, caller: Caller) => Promise<Outcome>;

/** The operations of one agent on its runner. */
export function operationsOf(runner: Runner, agent: string, push?: PushService): Perform {
  const audiences = createAudiences();
  return async (operation, params, caller) => {
    switch (operation) {
      case 'send': {
        const request = sent(params, caller);
        const { returnImmediately, historyLength } = request;
        const task = await submit(request, caller);
        const shown = returnImmediately ? task : await runner.settled(task.id, caller.signal);
        return { kind: 'sent', task: taskToWire(shown, { historyLength }) };
      }
      case 'stream': {
        const request = sent(params, caller);
        const { historyLength } = request;
        const seen = caller.seen();
        const task = await submit(request, caller);
        const isOver = isFinal(task) || isInterrupted(task);
        return streamOf(task, { historyLength, isOver, seen });
      }
      case 'subscribe': {
        const seen = caller.seen();
        const task = await taskOf(params, caller);
        // What a reader has missed of a stream is still told after the end, nothing else is.
        const hasMissed = seen !== undefined && seen < task.generation;
        if (!isFinal(task) || hasMissed) return streamOf(task, { isOver: isFinal(task), seen });
        throw new A2AError('unsupported-operation', `task ${task.id} is ${task.state}`);
      }
      case 'get': {
        const task = await taskOf(params, caller);
        const historyLength = readInteger(asObject(params, 'params'), 'historyLength', {
          least: 0,
        });
        return { kind: 'task', task: taskToWire(task, { historyLength }) };
      }
      case 'list': {
        const query = readListQuery(params);
        return { kind: 'page', page: await pageOf(runner, query, agent, caller.principal) };
      }
      case 'cancel': {
        const { id } = await taskOf(params, caller);
        const task = await runner.cancel(id);
        push?.wake(id);
        if (task.state === 'canceled') return { kind: 'task', task: taskToWire(task) };
        throw new A2AError('task-not-cancelable', `task ${id} is ${task.state} already`);
      }
      case 'push-set':
      case 'push-get':
      case 'push-list':
      case 'push-remove':
        return pushOperation(operation, params, caller);
      case 'extended-card':
        throw new A2AError(
          caller.version === '0.3' ? 'extended-card-not-configured' : 'unsupported-operation',
          'this agent has no extended card; its card is at /.well-known/agent-card.json',
        );
    }
  };

  function sent(params: JsonValue, { principal }: Caller): SendRequest {
    const request = messageToSubmission(params, { agent, principal });
    if (request.push) requireSafe(pushService(push), request.push.url);
    return request;
  }

  async function submit({ submission, push: wish }: SendRequest, caller: Caller): Promise<Task> {
    const { taskId } = submission;
    // Before the message is taken: what is refused leaves nothing behind.
    if (wish && taskId !== undefined) await push?.requireRoom(taskId, wish.id);
    const task = await runner.submit(submission);
    const { version } = caller;
    // A first message may come again after a crash; what happened meanwhile is told as well.
    const after = taskId === undefined ? 1 : task.generation;
    if (wish) await push?.set({ ...wish, taskId: task.id, version }, after);
    else push?.wake(task.id);
    return task;
  }

  async function pushOperation(
    operation: 'push-set' | 'push-get' | 'push-list' | 'push-remove',
    params: JsonValue,
    caller: Caller,
  ): Promise<Outcome> {
    const service = pushService(push);
    const given = asObject(params, 'params');
    const taskId = requireString(given, 'taskId');
    const task = await taskOf({ id: taskId }, caller);
    switch (operation) {
      case 'push-set': {
        const wish = pushWishIn(given, '');
        requireSafe(service, wish.url);
        const target = { ...wish, taskId, version: caller.version };
        await service.set(target, task.generation);
        return { kind: 'push-target', target };
      }
      case 'push-get': {
        const target = await service.get(taskId, readString(given, 'id') ?? DEFAULT_PUSH_ID);
        if (!target) throw taskNotFound(`${taskId} with such a push notification config`);
        return { kind: 'push-target', target };
      }
      case 'push-list':
        return { kind: 'push-targets', targets: await service.list(taskId) };
      case 'push-remove':
        await service.remove(taskId, readString(given, 'id') ?? DEFAULT_PUSH_ID);
        return { kind: 'push-removed' };
    }
  }

  async function taskOf(params: JsonValue, { principal }: Caller): Promise<Task> {
    const id = requireString(asObject(params, 'params'), 'id');
    const task = await runner.get(id);
    if (!task || task.origin.principal !== principal || task.origin.agent !== agent) {
      throw taskNotFound(id);
    }
    return task;
  }

  function streamOf(task: Task, view: StreamView): Outcome {
    const reader = new AbortController();
    const events = eventsOf(runner, task, view, { audiences, signal: reader.signal });
    return { kind: 'stream', events, leave: () => reader.abort() };
  }
}

function pushService(push: PushService | undefined): PushService {
  if (push) return push;
  throw new A2AError(
    'push-notification-not-supported',
    'this agent sends no push notifications: stream, subscribe or poll instead',
  );
}

function requireSafe(push: PushService, url: string): void {
  const problem = push.problemWith(url);
  if (problem !== undefined) throw invalidParams('url', `cannot be told at: ${problem}`);
}
