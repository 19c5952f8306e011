import {
  callsAwaitingAnswer,
  callsAwaitingApproval,
  callsAwaitingTask,
  isSuspended,
  outcomeWithoutTask,
  type Question,
  type Task,
  type TaskEvent,
  type ToolCall,
} from '../core/index.ts';
import type { Clock, ServedAgent } from '../port/index.ts';
import { conduct, type Conducting } from './conduct.ts';
import type { MemoryTaskLog } from './task-log.ts';

const NOBODY = 'no person can be asked to approve the call';
const NO_ANSWER = 'no person can be asked: go on without an answer';

/** Those who decide and answer in an episode. Without them calls are denied and questions not answered. */
export interface People {
  readonly approve?: ((call: ToolCall) => boolean | Promise<boolean>) | undefined;
  readonly answer?: ((question: Question) => string | Promise<string>) | undefined;
}

/** Drives a task and, each time it waits for people, asks them and drives it on. */
export function attend(
  log: MemoryTaskLog,
  served: ServedAgent,
  clock: Clock,
  people: People,
): Conducting {
  let current = conduct(log, served, clock);

  async function seeThrough(): Promise<void> {
    for (;;) {
      await current.done;
      if (log.task.end || !isWaiting(log.task)) return;
      for await (const event of saidBy(people, log.task)) {
        if (log.task.end) return;
        log.append(event);
      }
      if (isWaiting(log.task)) return;
      current = conduct(log, served, clock);
    }
  }

  return {
    done: seeThrough(),
    interrupt() {
      current.interrupt();
    },
    release() {
      current.release();
    },
  };
}

function isWaiting(task: Task): boolean {
  return task.state === 'input-required' || isSuspended(task);
}

/** What people say to a task that waits for them. An episode has no other tasks to wait for. */
async function* saidBy({ approve, answer }: People, task: Task): AsyncGenerator<TaskEvent> {
  for (const { call } of callsAwaitingApproval(task)) {
    const approved = (await approve?.(call)) ?? false;
    const messageId = `${task.id}:${call.id}:approval`;
    const reason = approve ? {} : { reason: NOBODY };
    yield { type: 'approval.decided', messageId, callId: call.id, approved, ...reason };
  }
  for (const { call, question, answers = [] } of callsAwaitingAnswer(task)) {
    const content = question && answer ? await answer(question) : NO_ANSWER;
    const messageId = `${task.id}:${call.id}:answer-${answers.length + 1}`;
    const message = { role: 'user', content } as const;
    yield { type: 'question.answered', messageId, callId: call.id, message };
  }
  for (const { call, awaits } of callsAwaitingTask(task)) {
    if (!awaits) continue;
    yield { type: 'call.resumed', callId: call.id, outcome: outcomeWithoutTask(awaits.task_id) };
  }
  const asked = task.entries?.last.message;
  if (task.model !== 'asking' || asked?.role !== 'assistant') return;
  if (!answer) {
    yield { type: 'task.finished', state: 'completed', reason: 'final_answer' };
    return;
  }
  const content = await answer({ text: asked.content ?? '' });
  const messageId = `${task.id}:${task.steps}:answer`;
  yield { type: 'message.received', messageId, message: { role: 'user', content } };
}
