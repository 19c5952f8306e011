import { hash, randomUUID } from 'node:crypto';
import {
  listArtifacts,
  listCallsAwaitingAnswer,
  listCallsAwaitingApproval,
  isJsonObject,
  omitUndefined,
  type Task,
} from '#core';
import {
  createOwnTasks,
  RunnerError,
  type OwnTask,
  type OwnTasks,
  type Runner,
} from '#engine/port';
import type { ToolCallContext } from '../calls/tool-context.ts';
import { getAcceptedContent, responsesToData, selectOpenResponses } from './call-responses.ts';
import {
  getApprovalKey,
  getParkingKey,
  willRepeatRequests,
  getCallTaskState,
} from './call-task-state.ts';
import type { BegunCall, CallTask, CallTasks } from './call-task.ts';
import { callToTaskMetadata } from './caller-facts.ts';

/** Options: the runner that stores the tool calls of an MCP server as tasks, and its agent for them. */
export interface RunnerCallTasksOptions {
  readonly runner: Runner;
  /** Name of the runner's agent that makes the calls, created by `createToolCallAgent` with the same name. */
  readonly agent: string;
  /** Minimum milliseconds for which the runner stores ended tasks. Default: no limit. */
  readonly endedForMs?: number;
  /** Creates message ids for calls without an idempotency key. Default: random ids. */
  readonly newId?: () => string;
}

/**
 * Creates a store that runs calls as tasks, which survive restarts. A repeated idempotency key returns the same
 * task.
 */
export function createRunnerCallTasks({
  runner,
  agent,
  endedForMs,
  newId = randomUUID,
}: RunnerCallTasksOptions): CallTasks {
  const kept = omitUndefined({ ttlMs: endedForMs });
  const getOwnTasks = (context: ToolCallContext): OwnTasks =>
    createOwnTasks(runner, { principal: getPrincipal(context), agent });
  const runInTurn = createQueuePerTask();
  return {
    async begin(call, context) {
      const own = await submitCallTask(getOwnTasks(context), agent, call, context, newId);
      return { ...convertTaskAndGiveArtifacts(own, context), ...kept };
    },
    async find(id, context) {
      const own = await getOwnTasks(context).find(id);
      return own && { ...convertTaskAndGiveArtifacts(own, context), ...kept };
    },
    // This method has nothing to do, because questions of these tasks are requests, answered by `respond`.
    answer: () => Promise.resolve(),
    respond: (id, responses, context) =>
      runInTurn(id, async () => {
        const own = await getOwnTasks(context).find(id);
        if (!own) return;
        const isSoon = willRepeatRequests(own.task, Object.keys(responses));
        const task = isSoon ? await own.waitUntilSettled(context.signal) : own.task;
        await submitResponses(getOwnTasks(context), task, responses);
      }),
    async cancel(id, context) {
      const own = await getOwnTasks(context).find(id);
      await own?.cancel();
    },
  };
}

/**
 * Creates a queue that runs changes of a task in sequence, so that a later response sees the effect of an earlier
 * one.
 */
function createQueuePerTask(): (id: string, work: () => Promise<void>) => Promise<void> {
  const newest = new Map<string, Promise<void>>();
  return async (id, work) => {
    const turn = (newest.get(id) ?? Promise.resolve()).catch(() => undefined).then(work);
    newest.set(id, turn);
    try {
      await turn;
    } finally {
      if (newest.get(id) === turn) newest.delete(id);
    }
  };
}

async function submitCallTask(
  tasks: OwnTasks,
  agent: string,
  call: BegunCall,
  context: ToolCallContext,
  newId: () => string,
): Promise<OwnTask> {
  const { key } = context;
  const message = { role: 'user', content: JSON.stringify(call) } as const;
  const said = {
    agent,
    message,
    entry: 'mcp',
    start: { metadata: callToTaskMetadata(context) },
  } as const;
  if (key === undefined) return tasks.submit({ ...said, messageId: newId() });
  const messageId = deriveCallTaskId(key);
  const contextId = deriveCallTaskId(JSON.stringify([key, call]));
  try {
    return await tasks.submit({ ...said, messageId, contextId });
  } catch (thrown) {
    if (!hasErrorCode(thrown, 'duplicate-message')) throw thrown;
    // A repeated call with another trace or approval counts as the same call.
    const [before] = (await tasks.list({ contextId, pageSize: 1 })).tasks;
    const own = before && (await tasks.find(before.id));
    if (own) return own;
    throw thrown;
  }
}

/** Submits a client's responses to a task, unless the task has ended meanwhile. */
async function submitResponses(
  tasks: OwnTasks,
  task: Task,
  responses: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { id: taskId, origin } = task;
  const to = { agent: origin.agent, taskId, entry: 'mcp' } as const;
  const [approval] = listCallsAwaitingApproval(task);
  const [asking] = listCallsAwaitingAnswer(task);
  try {
    const about = task.parked && responses[getParkingKey(task.parked)];
    if (task.parked && isJsonObject(about)) {
      const content = getAcceptedContent(about)?.['go_on'] === true ? 'go on' : 'cancel';
      const messageId = deriveCallTaskId(`${taskId}:${getParkingKey(task.parked)}`);
      await tasks.submit({ ...to, messageId, message: { role: 'user', content } });
      return;
    }
    const decision = approval && responses[getApprovalKey(approval)];
    if (approval && isJsonObject(decision)) {
      const approved = getAcceptedContent(decision)?.['approve'] === true;
      const approvals = [{ callId: approval.call.id, approved }];
      await tasks.submit({ ...to, messageId: deriveCallTaskId(`${taskId}:approval`), approvals });
    }
    const given = asking?.question && selectOpenResponses(asking.question, responses);
    if (given) {
      const messageId = deriveCallTaskId(`${taskId}:${Object.keys(given).join(' ')}`);
      const data = responsesToData(given);
      const message = { role: 'user', content: [{ type: 'data', data }] } as const;
      await tasks.submit({ ...to, messageId, message });
    }
  } catch (thrown) {
    if (!hasErrorCode(thrown, 'duplicate-message', 'task-finished', 'approval-without-request')) {
      throw thrown;
    }
  }
}

function convertTaskAndGiveArtifacts(
  { task }: OwnTask,
  { give }: Pick<ToolCallContext, 'give'>,
): CallTask {
  const { id, createdAt, updatedAt } = task;
  for (const gift of listArtifacts(task)) give(gift);
  return { id, createdAt, updatedAt, stand: getCallTaskState(task) };
}

function getPrincipal({ mcp }: ToolCallContext): string {
  return mcp?.request.http?.authInfo?.clientId ?? '';
}

/**
 * Derives the task id of a call by hashing its idempotency key. The hash hides the key, which may
 * contain the id of another task.
 */
function deriveCallTaskId(key: string): string {
  return `call-${hash('sha256', key, 'base64url')}`;
}

function hasErrorCode(thrown: unknown, ...codes: readonly string[]): boolean {
  return thrown instanceof RunnerError && codes.includes(thrown.code);
}
