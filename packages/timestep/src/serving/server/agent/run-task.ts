import {
  listCallsAwaitingAnswer,
  listCallsAwaitingApproval,
  hasTaskEnded,
  isInputRequired,
  getOpenQuestion,
  type Question,
  type Submission,
  type Task,
  type ToolCall,
} from '#core';
import type { OwnTasks, TaskStep } from '#engine/port';
import { createUuid } from '#engine/runner';

/** Options for one message. */
export interface AskAgentOptions {
  /** Id of the conversation to continue. Default: a new conversation. */
  readonly contextId?: string;
  /** Id of the task whose question this message answers. Default: starts a new task. */
  readonly taskId?: string;
  /** Decides about tool calls that need approval. Default: such calls are denied. */
  readonly approve?: (call: ToolCall) => boolean | Promise<boolean>;
  /**
   * Answers questions of the agent and its tools. Default: the question becomes the agent's answer.
   */
  readonly answer?: (question: Question) => string | Promise<string>;
  /** Aborting the signal cancels the task. */
  readonly signal?: AbortSignal;
}

const NO_USER = 'no user can be asked to approve the call';

/** Yields steps until a task ends or waits for a user. An aborted signal cancels the task. */
export async function* streamTaskSteps(
  tasks: OwnTasks,
  agent: string,
  message: string,
  options: AskAgentOptions,
): AsyncGenerator<TaskStep, Task> {
  const { contextId, taskId, signal = new AbortController().signal } = options;
  signal.throwIfAborted();
  const own = await tasks.submit({
    agent,
    messageId: createUuid(),
    message: { role: 'user', content: message },
    entry: 'program',
    ...(contextId !== undefined && { contextId }),
    ...(taskId === undefined ? { start: { toolSite: 'server' } } : { taskId }),
  });
  /** Ids of the task's questions and approvals that were already answered. */
  const sent = new Set<string>();
  let { task } = own;
  for await (const step of own.subscribe(task, signal)) {
    yield step;
    if (step.kind === 'delta') continue;
    ({ task } = step);
    if (!isInputRequired(task)) continue;
    const waiting = listIdsOfAwaitedInput(task);
    if (waiting.every((one) => sent.has(one))) continue;
    const reply = await findReplyOrDeny(task, options);
    if (!reply) return task;
    waiting.forEach((one) => sent.add(one));
    const to = { agent, taskId: task.id, entry: 'program' } as const;
    await tasks.submit({ ...to, messageId: createUuid(), ...reply });
  }
  if (signal.aborted && !hasTaskEnded(task)) {
    await own.cancel();
    signal.throwIfAborted();
  }
  return task;
}

/** Returns an id for each approval, question or message that the task waits for. */
function listIdsOfAwaitedInput(task: Task): string[] {
  const approvals = listCallsAwaitingApproval(task).map(
    ({ call }) => `${task.steps}:approval:${call.id}`,
  );
  const answers = listCallsAwaitingAnswer(task).map(
    ({ call, answers: earlier = [] }) => `${task.steps}:answer:${call.id}:${earlier.length}`,
  );
  if (task.parked) return [`${task.steps}:parked:${task.parked.at}`];
  return [...approvals, ...answers, ...(task.model === 'asking' ? [`${task.steps}:asking`] : [])];
}

/** Gets the reply to a waiting task from the callbacks; undefined if no callback can answer. */
async function findReplyOrDeny(
  task: Task,
  { approve, answer }: AskAgentOptions,
): Promise<Pick<Submission, 'approvals' | 'message'> | undefined> {
  const calls = task.parked ? [] : listCallsAwaitingApproval(task);
  if (calls.length > 0) {
    const approvals = await Promise.all(
      calls.map(async ({ call }) =>
        approve
          ? { callId: call.id, approved: await approve(call) }
          : { callId: call.id, approved: false, reason: NO_USER },
      ),
    );
    return { approvals };
  }
  const question = getOpenQuestion(task);
  if (!question || !answer) return undefined;
  return { message: { role: 'user', content: await answer(question) } };
}
