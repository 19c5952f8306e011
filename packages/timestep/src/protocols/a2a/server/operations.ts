import { hasTaskEnded, isInputRequired, requireId, type JsonValue, type Task } from '#core';
import type { OwnTask } from '#engine/port';
import type { PushService } from '../push/push-service.ts';
import {
  A2AError,
  createInvalidParamsError,
  createA2ATaskNotFoundError,
} from '../wire/a2a-error.ts';
import { delegationOrHopsFromMetadata } from '../wire/delegation-metadata.ts';
import { mergeExtendedCard, type AgentDescription } from '../wire/agent-description.ts';
import {
  messageToSubmission,
  type SendRequest,
  addTraceparentToMetadata,
} from '../wire/message-to-submission.ts';
import { requireSupportedModes } from '../wire/media-modes.ts';
import { readHistoryLength, requireParams } from '../wire/a2a-fields.ts';
import { getReplySentWithoutTask, taskToWire } from '../wire/task-to-wire.ts';
import { createSubscriberGroups, type SubscriberGroups } from './subscriber-groups.ts';
import { loadWireTaskPage } from './list-tasks.ts';
import { requireExtensions } from './extensions.ts';
import type { OperationContext, OperationResult, PerformOperation } from './operation-context.ts';
import { performPushOperation, requirePushService, requireSafeUrl } from './push-operations.ts';
import { assertKnownTenant } from './tenants.ts';
import { streamTaskEvents, type StreamView } from './stream-task-events.ts';

interface OperationDeps {
  readonly agent: AgentDescription;
  readonly push: PushService | undefined;
  readonly subscribers: SubscriberGroups;
  readonly delegations: DelegationSettings;
}

/** Settings by which delegations from agents on other servers are verified. */
export interface DelegationSettings {
  /** Signing key of delegations, shared by all servers of one owner. */
  readonly key?: string;
  /** Name of this agent in the path of a delegation. */
  readonly self?: string;
}

export function createOperations(
  agent: AgentDescription,
  push?: PushService,
  delegations: DelegationSettings = {},
): PerformOperation {
  const deps: OperationDeps = { agent, push, delegations, subscribers: createSubscriberGroups() };
  // The operations are not awaited here, because each `await` costs every request.
  return (operation, params, context) => {
    requireExtensions(agent, context.extensions);
    assertKnownTenant(agent, params);
    switch (operation) {
      case 'send':
        return sendMessage(deps, params, context);
      case 'stream':
        return streamMessage(deps, params, context);
      case 'subscribe':
        return subscribeToStream(deps, params, context);
      case 'get':
        return getTask(deps, params, context);
      case 'list':
        return listTasks(deps, params, context);
      case 'cancel':
        return cancelTask(deps, params, context);
      case 'push-set':
      case 'push-get':
      case 'push-list':
      case 'push-remove':
        return performPushOperation(requirePushService(push), operation, params, context);
      case 'extended-card':
        return getExtendedCard(deps, params, context);
    }
  };
}

type Perform = (
  deps: OperationDeps,
  params: JsonValue,
  context: OperationContext,
) => Promise<OperationResult>;

const sendMessage: Perform = async (deps, params, context) => {
  const request = parseSendRequest(params, deps, context);
  const { returnImmediately, historyLength } = request;
  const own = await submitMessage(deps, request, context);
  const shown = returnImmediately ? own.task : await own.waitUntilSettled(context.signal);
  const message = returnImmediately ? undefined : getReplySentWithoutTask(shown);
  if (message) return { kind: 'message', message };
  return {
    kind: 'sent',
    task: taskToWire(shown, { historyLength, toolCalls: deps.agent.toolCalls }),
  };
};

const streamMessage: Perform = async (deps, params, context) => {
  const request = parseSendRequest(params, deps, context);
  const { historyLength } = request;
  const lastSeenGeneration = context.readLastEventIdOrThrow();
  const own = await submitMessage(deps, request, context);
  const isOver = hasTaskEnded(own.task) || isInputRequired(own.task);
  return createStreamResult(deps, own, { historyLength, isOver, lastSeenGeneration });
};

const subscribeToStream: Perform = async (deps, params, context) => {
  const lastSeenGeneration = context.readLastEventIdOrThrow();
  const own = await requireTask(params, context);
  const { task } = own;
  // A reader that resumes after the end of the task still receives the events that it missed.
  const hasMissed = lastSeenGeneration !== undefined && lastSeenGeneration < task.generation;
  if (!hasTaskEnded(task) || hasMissed)
    return createStreamResult(deps, own, { isOver: hasTaskEnded(task), lastSeenGeneration });
  throw new A2AError(
    'unsupported-operation',
    `task ${task.id} is already ${task.state} and sends no updates: get it with GetTask`,
  );
};

const getTask: Perform = async ({ agent: { toolCalls } }, params, context) => {
  const { task } = await requireTask(params, context);
  const historyLength = readHistoryLength(requireParams(params));
  return { kind: 'task', task: taskToWire(task, { historyLength, toolCalls }) };
};

const listTasks: Perform = async ({ agent: { toolCalls } }, params, { tasks }) => ({
  kind: 'page',
  page: await loadWireTaskPage(tasks, params, toolCalls),
});

const getExtendedCard: Perform = async ({ agent }, _params, context) => {
  const { principal, version, buildCard } = context;
  if (!agent.extended) {
    throw new A2AError(
      version === '0.3' ? 'extended-card-not-configured' : 'unsupported-operation',
      'this agent has no extended card: fetch the public card at /.well-known/agent-card.json',
    );
  }
  if (principal === '') {
    throw new A2AError(
      'unauthenticated',
      'the extended card requires authentication: send credentials',
    );
  }
  const card = buildCard(mergeExtendedCard(agent, await agent.extended({ principal })));
  return { kind: 'card', card };
};

const cancelTask: Perform = async ({ push, agent: { toolCalls } }, params, context) => {
  const own = await requireTask(params, context);
  // For a canceled task, A2A 0.3 rejects another cancellation; 1.0 returns the task.
  if (context.version === '0.3' && hasTaskEnded(own.task)) throw createNotCancelableError(own.task);
  const task = await own.cancel();
  push?.wake(task.id);
  if (task.state === 'canceled') return { kind: 'task', task: taskToWire(task, { toolCalls }) };
  throw createNotCancelableError(task);
};

function createNotCancelableError({ id, state }: Task): A2AError {
  return new A2AError(
    'task-not-cancelable',
    `task ${id} cannot be canceled: it is already ${state}`,
  );
}

function parseSendRequest(
  params: JsonValue,
  { agent, push, delegations }: OperationDeps,
  { traceparent }: OperationContext,
): SendRequest {
  const request = addTraceparentToMetadata(messageToSubmission(params), traceparent);
  requireSupportedModes(agent, request);
  if (request.push) requireSafeUrl(requirePushService(push), request.push.url);
  return addAcyclicDelegation(request, delegations);
}

/**
 * Adds the delegation to a request. Throws `A2AError` if this agent itself is waiting for the answer (a call
 * cycle).
 */
function addAcyclicDelegation(
  request: SendRequest,
  { key, self }: DelegationSettings,
): SendRequest {
  const { messageId, start } = request.submission;
  if (!start?.metadata) return request;
  const delegation = delegationOrHopsFromMetadata(start.metadata, { key, messageId });
  if (!delegation) return request;
  if (self !== undefined && delegation.path.includes(self)) {
    throw createInvalidParamsError(
      'message',
      `has a call cycle (${delegation.path.join(', ')}): this agent already waits for the answer, so answer without calling it`,
    );
  }
  const submission = { ...request.submission, start: { ...start, delegation } };
  return { ...request, submission };
}

async function submitMessage(
  { agent, push }: OperationDeps,
  { submission, push: pushTarget }: SendRequest,
  { tasks, version }: OperationContext,
): Promise<OwnTask> {
  const { taskId } = submission;
  // The request is checked before it is submitted, because a refused message must have no effect.
  if (pushTarget && taskId !== undefined) await push?.requireTargetSlot(taskId, pushTarget.id);
  const own = await tasks.submit({
    ...submission,
    agent: agent.name,
    entry: version === '0.3' ? 'a2a-0.3' : 'a2a-1.0',
  });
  const { task } = own;
  // If a first message is sent again, as after a crash, its sender also receives the earlier events.
  const after = taskId === undefined ? 1 : task.generation;
  if (pushTarget) await push?.set({ ...pushTarget, taskId: task.id, version }, after);
  else push?.wake(task.id);
  return own;
}

async function requireTask(params: JsonValue, { tasks }: OperationContext): Promise<OwnTask> {
  const id = requireId(requireParams(params), 'id');
  const own = await tasks.find(id);
  if (own) return own;
  throw createA2ATaskNotFoundError(id);
}

function createStreamResult(
  { agent, subscribers }: OperationDeps,
  own: OwnTask,
  streamView: StreamView,
): OperationResult {
  const view = { ...streamView, toolCalls: agent.toolCalls };
  const reader = new AbortController();
  const events = streamTaskEvents(own, view, { subscribers, signal: reader.signal });
  return { kind: 'stream', events, release: () => reader.abort() };
}
