import { hash, randomUUID } from 'node:crypto';
import {
  listArtifacts,
  listCallsAwaitingAnswer,
  listCallsAwaitingApproval,
  isJsonObject,
  type Task,
} from '../../../core/index.ts';
import {
  createOwnTasks,
  RunnerError,
  type OwnTask,
  type OwnTasks,
  type Runner,
} from '../../../port/index.ts';
import type { ToolCallContext } from '../tool-context.ts';
import type { BegunCall, CallTask, CallTasks } from './call-task.ts';
import { metadataOf } from './caller-facts.ts';
import { accepted, messageOfResponses, responsesTo } from './call-rounds.ts';
import { approvalKey, isStillAsked, standOf } from './kept-stand.ts';

/** Where the calls of an environment are tasks. */
export interface KeptCallsOptions {
  readonly runner: Runner;
  /** The agent of the runner that makes the calls: `toolCaller` of that name. */
  readonly agent: string;
  /** Milliseconds for which the runner keeps ended tasks at least. Default: as long as it keeps any. */
  readonly endedForMs?: number;
  /** Ids of calls that have no key. Default: random. */
  readonly newId?: () => string;
}

/**
 * The calls of an environment as tasks of a runner, which outlive connection and process. A call with a key
 * that is made again is the same task.
 */
export function keptCalls({
  runner,
  agent,
  endedForMs,
  newId = randomUUID,
}: KeptCallsOptions): CallTasks {
  const kept = endedForMs === undefined ? {} : { ttlMs: endedForMs };
  const tasksOf = (context: ToolCallContext): OwnTasks =>
    createOwnTasks(runner, { principal: principalOf(context), agent });
  const inTurn = createTurnsByTask();
  return {
    async begin(call, context) {
      const own = await begun(tasksOf(context), { agent, call, context, newId });
      return { ...callTaskOf(own, context), ...kept };
    },
    async find(id, context) {
      const own = await tasksOf(context).find(id);
      return own && { ...callTaskOf(own, context), ...kept };
    },
    // All that such a task asks are requests, which `respond` answers.
    answer: () => Promise.resolve(),
    respond: (id, responses, context) =>
      inTurn(id, async () => {
        const own = await tasksOf(context).find(id);
        if (!own) return;
        const isSoon = isStillAsked(own.task, Object.keys(responses));
        const task = isSoon ? await own.waitUntilSettled(context.signal) : own.task;
        await responded(tasksOf(context), task, responses);
      }),
    async cancel(id, context) {
      const own = await tasksOf(context).find(id);
      await own?.cancel();
    },
  };
}

/**
 * Does work for a task after the earlier work for it: of two responses at the same time, the second would find
 * that the question of the first is not open any more.
 */
function createTurnsByTask(): (id: string, work: () => Promise<void>) => Promise<void> {
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

interface Beginning {
  readonly agent: string;
  readonly call: BegunCall;
  readonly context: ToolCallContext;
  readonly newId: () => string;
}

async function begun(
  tasks: OwnTasks,
  { agent, call, context, newId }: Beginning,
): Promise<OwnTask> {
  const { key } = context;
  const message = { role: 'user', content: JSON.stringify(call) } as const;
  const said = { agent, message, start: { metadata: metadataOf(context) } };
  if (key === undefined) return tasks.submit({ ...said, messageId: newId() });
  const messageId = digestOf(key);
  const contextId = digestOf(JSON.stringify([key, call]));
  try {
    return await tasks.submit({ ...said, messageId, contextId });
  } catch (thrown) {
    if (!isCode(thrown, 'duplicate-message')) throw thrown;
    // The same call with another trace, or one that has been approved meanwhile.
    const [before] = (await tasks.list({ contextId, pageSize: 1 })).tasks;
    const own = before && (await tasks.find(before.id));
    if (own) return own;
    throw thrown;
  }
}

/** Sends what answers open requests; a task that has ended meanwhile needs no answer. */
async function responded(
  tasks: OwnTasks,
  task: Task,
  responses: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { id: taskId, origin } = task;
  const to = { agent: origin.agent, taskId };
  const [approval] = listCallsAwaitingApproval(task);
  const [asking] = listCallsAwaitingAnswer(task);
  try {
    const decision = approval && responses[approvalKey(approval)];
    if (approval && isJsonObject(decision)) {
      const approved = accepted(decision)?.['approve'] === true;
      const approvals = [{ callId: approval.call.id, approved }];
      await tasks.submit({ ...to, messageId: digestOf(`${taskId}:approval`), approvals });
    }
    const given = asking?.question && responsesTo(asking.question, responses);
    if (given) {
      const messageId = digestOf(`${taskId}:${Object.keys(given).join(' ')}`);
      const data = messageOfResponses(given);
      const message = { role: 'user', content: [{ type: 'data', data }] } as const;
      await tasks.submit({ ...to, messageId, message });
    }
  } catch (thrown) {
    if (!isCode(thrown, 'duplicate-message', 'task-finished', 'approval-without-request')) {
      throw thrown;
    }
  }
}

function callTaskOf({ task }: OwnTask, { give }: Pick<ToolCallContext, 'give'>): CallTask {
  const { id, createdAt, updatedAt } = task;
  for (const gift of listArtifacts(task)) give(gift);
  return { id, createdAt, updatedAt, stand: standOf(task) };
}

/** The caller that the server found out. */
function principalOf({ mcp }: ToolCallContext): string {
  return mcp?.request.http?.authInfo?.clientId ?? '';
}

/** A digest, because a key may name a task of the caller. */
function digestOf(key: string): string {
  return `call-${hash('sha256', key, 'base64url')}`;
}

function isCode(thrown: unknown, ...codes: readonly string[]): boolean {
  return thrown instanceof RunnerError && codes.includes(thrown.code);
}
