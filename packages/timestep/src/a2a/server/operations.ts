import {
  isFinal,
  isInterrupted,
  type JsonObject,
  type JsonValue,
  type Task,
} from '../../core/index.ts';
import type { OwnTask } from '../../port/index.ts';
import type { PushService } from '../push/push-service.ts';
import { A2AError, invalidParams, taskNotFound } from '../wire/a2a-error.ts';
import { delegationIn } from '../wire/delegation-metadata.ts';
import { withAdditions } from '../wire/extended-card.ts';
import { messageToSubmission, type SendRequest } from '../wire/message-to-submission.ts';
import { requireModes } from '../wire/media-modes.ts';
import { asObject, readInteger, requireString } from '../wire/read-fields.ts';
import type { AgentDescription } from '../wire/agent-description.ts';
import { bareMessageOf, taskToWire, type TaskView } from '../wire/task-to-wire.ts';
import { tracedRequest } from '../wire/traced-request.ts';
import { createAudiences, type Audiences } from './audience.ts';
import { pageOf, readListQuery } from './list.ts';
import { requireExtensions } from './extensions.ts';
import type { Asking, Outcome, Perform } from './operation.ts';
import { performPush, requirePush, requireSafe } from './push-operations.ts';
import { requireTenant } from './tenants.ts';
import { eventsOf, type StreamView } from './stream.ts';

/** An agent as its operations need it. */
interface Place extends Pick<TaskView, 'toolCalls'> {
  readonly agent: string;
  readonly modes: Pick<AgentDescription, 'inputModes' | 'outputModes'>;
  readonly push: PushService | undefined;
  readonly audiences: Audiences;
  readonly delegations: Delegations;
}

/** How agents of other servers that call this one are known. */
export interface Delegations {
  /** A secret that servers of one owner share. */
  readonly key?: string;
  /** The name of this agent in the path of a delegation. */
  readonly self?: string;
}

/** The operations of one agent. */
export function operationsOf(
  description: AgentDescription,
  push?: PushService,
  delegations: Delegations = {},
): Perform {
  const { name: agent, toolCalls = 'shown' } = description;
  const audiences = createAudiences();
  const place: Place = { agent, toolCalls, modes: description, push, audiences, delegations };
  return async (operation, params, asking) => {
    requireExtensions(description, asking.extensions);
    requireTenant(description, params);
    switch (operation) {
      case 'send': {
        // Returned as a promise it would take three microtasks in place of one.
        const sent = await send(place, params, asking);
        return sent;
      }
      case 'stream':
        return stream(place, params, asking);
      case 'subscribe':
        return subscribe(place, params, asking);
      case 'get': {
        const { task } = await taskOf(params, asking);
        const given = asObject(params, 'params');
        const historyLength = readInteger(given, 'historyLength', { least: 0 });
        return { kind: 'task', task: taskToWire(task, { historyLength, toolCalls }) };
      }
      case 'list':
        return { kind: 'page', page: await pageOf(asking.tasks, readListQuery(params), toolCalls) };
      case 'cancel':
        return cancel(place, params, asking);
      case 'push-set':
      case 'push-get':
      case 'push-list':
      case 'push-remove':
        return performPush(requirePush(push), operation, params, asking);
      case 'extended-card':
        return { kind: 'card', card: await extendedCard(description, asking) };
    }
  };
}

async function extendedCard(agent: AgentDescription, asking: Asking): Promise<JsonObject> {
  const { principal, version, cardOf } = asking;
  if (!agent.extended) {
    throw new A2AError(
      version === '0.3' ? 'extended-card-not-configured' : 'unsupported-operation',
      'this agent has no extended card; its card is at /.well-known/agent-card.json',
    );
  }
  if (principal === '') {
    throw new A2AError('unauthenticated', 'the extended card is for callers who authenticate');
  }
  return cardOf(withAdditions(agent, await agent.extended({ principal })));
}

async function send(place: Place, params: JsonValue, asking: Asking): Promise<Outcome> {
  const request = requestIn(params, place, asking);
  const { returnImmediately, historyLength } = request;
  const own = await submit(place, request, asking);
  const shown = returnImmediately ? own.task : await own.settled(asking.signal);
  const message = returnImmediately ? undefined : bareMessageOf(shown);
  if (message) return { kind: 'message', message };
  return { kind: 'sent', task: taskToWire(shown, { historyLength, toolCalls: place.toolCalls }) };
}

async function stream(place: Place, params: JsonValue, asking: Asking): Promise<Outcome> {
  const request = requestIn(params, place, asking);
  const { historyLength } = request;
  const seen = asking.seen();
  const own = await submit(place, request, asking);
  const isOver = isFinal(own.task) || isInterrupted(own.task);
  return streamOf(place, own, { historyLength, isOver, seen });
}

async function subscribe(place: Place, params: JsonValue, asking: Asking): Promise<Outcome> {
  const seen = asking.seen();
  const own = await taskOf(params, asking);
  const { task } = own;
  // After a task's end a reader still receives what it missed of a stream, and nothing else.
  const hasMissed = seen !== undefined && seen < task.generation;
  if (!isFinal(task) || hasMissed) return streamOf(place, own, { isOver: isFinal(task), seen });
  throw new A2AError('unsupported-operation', `task ${task.id} is ${task.state}`);
}

async function cancel(
  { push, toolCalls }: Place,
  params: JsonValue,
  asking: Asking,
): Promise<Outcome> {
  const own = await taskOf(params, asking);
  // 0.3 refuses to cancel what is canceled already; 1.0 answers it again.
  if (asking.version === '0.3' && isFinal(own.task)) throw notCancelable(own.task);
  const task = await own.cancel();
  push?.wake(task.id);
  if (task.state === 'canceled') return { kind: 'task', task: taskToWire(task, { toolCalls }) };
  throw notCancelable(task);
}

function notCancelable({ id, state }: Task): A2AError {
  return new A2AError('task-not-cancelable', `task ${id} is ${state} already`);
}

function requestIn(
  params: JsonValue,
  { push, delegations, modes }: Place,
  { traceparent }: Asking,
): SendRequest {
  const request = tracedRequest(messageToSubmission(params), traceparent);
  requireModes(modes, request);
  if (request.push) requireSafe(requirePush(push), request.push.url);
  return withDelegation(request, delegations);
}

/** Throws `A2AError` where this agent waits for the answer to the message itself. */
function withDelegation(request: SendRequest, { key, self }: Delegations): SendRequest {
  const { messageId, start } = request.submission;
  if (!start?.metadata) return request;
  const signing = { messageId, ...(key !== undefined && { key }) };
  const delegation = delegationIn(start.metadata, signing);
  if (!delegation) return request;
  if (self !== undefined && delegation.path.includes(self)) {
    throw invalidParams(
      'message',
      `comes back to an agent that waits for its answer (${delegation.path.join(', ')}): answer it where it is`,
    );
  }
  const submission = { ...request.submission, start: { ...start, delegation } };
  return { ...request, submission };
}

async function submit(
  { agent, push }: Place,
  { submission, push: wish }: SendRequest,
  { tasks, version }: Asking,
): Promise<OwnTask> {
  const { taskId } = submission;
  // Checked before the message is taken, so that a refused message leaves nothing behind.
  if (wish && taskId !== undefined) await push?.requireRoom(taskId, wish.id);
  const own = await tasks.submit({ ...submission, agent });
  const { task } = own;
  // A first message may come again after a crash; the target also receives what happened meanwhile.
  const after = taskId === undefined ? 1 : task.generation;
  if (wish) await push?.set({ ...wish, taskId: task.id, version }, after);
  else push?.wake(task.id);
  return own;
}

/** The task that parameters name. Throws `A2AError` where the caller has no such task. */
async function taskOf(params: JsonValue, { tasks }: Asking): Promise<OwnTask> {
  const id = requireString(asObject(params, 'params'), 'id');
  const own = await tasks.find(id);
  if (own) return own;
  throw taskNotFound(id);
}

function streamOf({ audiences, toolCalls }: Place, own: OwnTask, asked: StreamView): Outcome {
  const view = { ...asked, toolCalls };
  const reader = new AbortController();
  const events = eventsOf(own, view, { audiences, signal: reader.signal });
  return { kind: 'stream', events, leave: () => reader.abort() };
}
