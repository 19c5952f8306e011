import {
  listCallsAwaitingAnswer,
  listCallsAwaitingApproval,
  isFinal,
  isInputRequired,
  getOpenQuestion,
  type Question,
  type Submission,
  type Task,
  type ToolCall,
} from '../../../core/index.ts';
import type { OwnTasks, TaskStep } from '../../../engine/port/index.ts';

/** Options for one message. */
export interface AskAgentOptions {
  /** A conversation to continue. Default: a new one. */
  readonly contextId?: string;
  /**
   * A task that waits for this message, such as for the answer to its question. Default: a new
   * task.
   */
  readonly taskId?: string;
  /**
   * Approves or denies tool calls that need approval. Default: they are denied, because no user can
   * be asked.
   */
  readonly approve?: (call: ToolCall) => boolean | Promise<boolean>;
  /** Answers questions of the agent and its tools. Default: the question is returned, and its task waits. */
  readonly answer?: (question: Question) => string | Promise<string>;
  /** Aborting it cancels the task. */
  readonly signal?: AbortSignal;
}

/** A message for an agent, and the tasks to run it in. */
export interface AskedMessage {
  readonly tasks: OwnTasks;
  readonly agent: string;
  readonly message: string;
  readonly newId: () => string;
}

const NO_USER = 'no user can be asked to approve the call';

/**
 * Sends a message and yields the steps of its task until the task ends, or waits for an answer that
 * only a user can give. Returns the task. If the signal aborts, cancels the task and rejects with
 * the signal's reason.
 */
export async function* runTask(
  { tasks, agent, message, newId }: AskedMessage,
  options: AskAgentOptions,
): AsyncGenerator<TaskStep, Task> {
  const { contextId, taskId, signal = new AbortController().signal } = options;
  signal.throwIfAborted();
  const own = await tasks.submit({
    agent,
    messageId: newId(),
    message: { role: 'user', content: message },
    ...(contextId !== undefined && { contextId }),
    ...(taskId === undefined ? { start: { toolSite: 'server' } } : { taskId }),
  });
  /** Ids of the requests of the task that were already answered. */
  const sent = new Set<string>();
  let { task } = own;
  for await (const step of own.subscribe(task, signal)) {
    yield step;
    if (step.kind === 'delta') continue;
    ({ task } = step);
    if (!isInputRequired(task)) continue;
    const waiting = listWaitIds(task);
    if (waiting.every((one) => sent.has(one))) continue;
    const reply = await getReply(task, options);
    if (!reply) return task;
    waiting.forEach((one) => sent.add(one));
    await tasks.submit({ agent, messageId: newId(), taskId: task.id, ...reply });
  }
  if (signal.aborted && !isFinal(task)) {
    await own.cancel();
    signal.throwIfAborted();
  }
  return task;
}

/**
 * Returns an id for each thing that the task waits for: approvals, answers to tools, the user's
 * next message.
 */
function listWaitIds(task: Task): string[] {
  const approvals = listCallsAwaitingApproval(task).map(
    ({ call }) => `${task.steps}:approval:${call.id}`,
  );
  const answers = listCallsAwaitingAnswer(task).map(
    ({ call, answers: earlier = [] }) => `${task.steps}:answer:${call.id}:${earlier.length}`,
  );
  return [...approvals, ...answers, ...(task.model === 'asking' ? [`${task.steps}:asking`] : [])];
}

/**
 * Gets approvals or an answer from the program's functions; undefined if only a user can answer.
 */
async function getReply(
  task: Task,
  { approve, answer }: AskAgentOptions,
): Promise<Pick<Submission, 'approvals' | 'message'> | undefined> {
  const calls = listCallsAwaitingApproval(task);
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
