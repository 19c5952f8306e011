import {
  listCallsAwaitingAnswer,
  listCallsAwaitingApproval,
  listCallsAwaitingTask,
  isWaitingOnlyForTasks,
  buildMissingTaskOutcome,
  type Question,
  type Task,
  type TaskEvent,
  type ToolCall,
} from '#core';
import type { Clock, ServedAgent } from '#engine/port';
import { runTask, type TaskRun } from '../run-task.ts';
import type { MemoryTaskLog } from '../log/task-log.ts';

const NO_APPROVER_REASON = 'no person can be asked to approve the call';
const NO_ANSWER_TEXT = 'no person can be asked: continue without an answer';

/** Callbacks of an episode in place of a user. */
export interface EpisodeCallbacks {
  /** Approves calls that need approval. Default: they are denied. */
  readonly approve?: (call: ToolCall) => boolean | Promise<boolean>;
  /** Answers questions. Default: the agent's question is its final answer, and a tool's question gets an error. */
  readonly answer?: (question: Question) => string | Promise<string>;
}

/** Runs a task. Whenever it waits for a user, calls the callbacks and resumes the task with their answers. */
export function runWithCallbacks(
  log: MemoryTaskLog,
  served: ServedAgent,
  clock: Clock,
  callbacks: EpisodeCallbacks,
): TaskRun {
  let current = runTask(log, served, clock);

  async function runTaskToEnd(): Promise<void> {
    for (;;) {
      await current.done;
      if (log.task.end || !isWaitingForInputOrTask(log.task)) return;
      for await (const event of collectAnswersOfCallbacks(callbacks, log.task)) {
        if (log.task.end) return;
        log.append(event);
      }
      if (isWaitingForInputOrTask(log.task)) return;
      current = runTask(log, served, clock);
    }
  }

  return {
    done: runTaskToEnd(),
    interrupt() {
      current.interrupt();
    },
    release() {
      current.release();
    },
  };
}

function isWaitingForInputOrTask(task: Task): boolean {
  return task.state === 'input-required' || isWaitingOnlyForTasks(task);
}

/**
 * Yields the events with the approvals and answers that the callbacks give. Calls that wait for
 * another task fail, because an episode has no other tasks.
 */
async function* collectAnswersOfCallbacks(
  { approve, answer }: EpisodeCallbacks,
  waitingTask: Task,
): AsyncGenerator<TaskEvent> {
  for (const { call } of listCallsAwaitingApproval(waitingTask)) {
    const approved = (await approve?.(call)) ?? false;
    const messageId = `${waitingTask.id}:${call.id}:approval`;
    const reason = approve ? {} : { reason: NO_APPROVER_REASON };
    yield { type: 'approval.decided', messageId, callId: call.id, approved, ...reason };
  }
  for (const { call, question, answers = [] } of listCallsAwaitingAnswer(waitingTask)) {
    const content = question && answer ? await answer(question) : NO_ANSWER_TEXT;
    const messageId = `${waitingTask.id}:${call.id}:answer-${answers.length + 1}`;
    const message = { role: 'user', content } as const;
    yield { type: 'question.answered', messageId, callId: call.id, message };
  }
  for (const { call, awaits } of listCallsAwaitingTask(waitingTask)) {
    if (!awaits) continue;
    yield {
      type: 'call.resumed',
      callId: call.id,
      outcome: buildMissingTaskOutcome(awaits.task_id),
    };
  }
  const asked = waitingTask.entries?.last.message;
  if (waitingTask.model !== 'asking' || asked?.role !== 'assistant') return;
  if (!answer) {
    yield { type: 'task.finished', state: 'completed', reason: 'final_answer' };
    return;
  }
  const content = await answer({ text: asked.content ?? '' });
  const messageId = `${waitingTask.id}:${waitingTask.steps}:answer`;
  yield { type: 'message.received', messageId, message: { role: 'user', content } };
}
