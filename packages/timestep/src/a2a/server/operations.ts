import { isFinal, isInterrupted, type JsonValue, type Task } from '../../core/index.ts';
import type { Runner } from '../../port/index.ts';
import { A2AError, taskNotFound } from '../wire/a2a-error.ts';
import { messageToSubmission, type SendRequest } from '../wire/message-to-submission.ts';
import { asObject, readInteger, requireString } from '../wire/read-fields.ts';
import { taskToWire } from '../wire/task-to-wire.ts';
import type { WireTask } from '../wire/wire.ts';
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
  | 'push-notifications'
  | 'extended-card';

export type Outcome =
  | { readonly kind: 'sent' | 'task'; readonly task: WireTask }
  | { readonly kind: 'page'; readonly page: WirePage }
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
export function operationsOf(runner: Runner, agent: string): Perform {
  return async (operation, params, caller) => {
    switch (operation) {
      case 'send': {
        const { submission, returnImmediately, historyLength } = sent(params, caller);
        const task = await runner.submit(submission);
        const shown = returnImmediately ? task : await runner.settled(task.id, caller.signal);
        return { kind: 'sent', task: taskToWire(shown, { historyLength }) };
      }
      case 'stream': {
        const { submission, historyLength } = sent(params, caller);
        const seen = caller.seen();
        const task = await runner.submit(submission);
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
        if (task.state === 'canceled') return { kind: 'task', task: taskToWire(task) };
        throw new A2AError('task-not-cancelable', `task ${id} is ${task.state} already`);
      }
      case 'push-notifications':
        throw new A2AError(
          'push-notification-not-supported',
          'this agent sends no push notifications: stream, subscribe or poll instead',
        );
      case 'extended-card':
        throw new A2AError(
          caller.version === '0.3' ? 'extended-card-not-configured' : 'unsupported-operation',
          'this agent has no extended card; its card is at /.well-known/agent-card.json',
        );
    }
  };

  function sent(params: JsonValue, { principal }: Caller): SendRequest {
    return messageToSubmission(params, { agent, principal });
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
    const events = eventsOf(runner, task, view, reader.signal);
    return { kind: 'stream', events, leave: () => reader.abort() };
  }
}
