import {
  formatApprovalQuestion,
  formatQuestion,
  listCallsAwaitingAnswer,
  listCallsAwaitingApproval,
  toArray,
  toShownCall,
  type Task,
} from '#core';
import { createEventLoopBreaks, type StoredTasks } from '#engine/port';
import { deriveTitle } from '../conversation/derive-title.ts';

/** A task that waits for its user. */
export interface WaitingTask {
  readonly taskId: string;
  readonly contextId: string;
  readonly agent: string;
  /** The message with which the task began. */
  readonly title: string;
  /** What the user is asked. */
  readonly question: string;
  /** Time of the task's last change in milliseconds since the epoch. */
  readonly updatedAt: number;
}

const MAX_TASKS = 200;

/** Lists the tasks of a user that wait for an answer, longest waiting first. A question that a caller passes on is listed once. */
export async function listTasksWaitingForUser(
  tasks: Pick<StoredTasks, 'listWaiting' | 'load'>,
  principal: string,
): Promise<readonly WaitingTask[]> {
  const listed = await tasks.listWaiting(MAX_TASKS);
  const passedOn = new Set<string>();
  const found: WaitingTask[] = [];
  const takeBreak = createEventLoopBreaks();
  for (const row of listed.tasks.filter((one) => one.principal === principal)) {
    // A task may have been erased since it was listed.
    const task = await tasks.load(row.id).catch(() => undefined);
    for (const id of task ? listTaskIdsOfPassedOnQuestions(task) : []) passedOn.add(id);
    const question = task && describeQuestion(task);
    if (task && question !== undefined) {
      const { contextId, updatedAt } = task;
      const title = createTitle(task);
      found.push({ taskId: row.id, contextId, agent: row.agent, title, question, updatedAt });
    }
    await takeBreak();
  }
  return found.filter(({ taskId }) => !passedOn.has(taskId));
}

function describeQuestion(task: Task): string | undefined {
  const asked = task.parked?.question ?? listCallsAwaitingAnswer(task)[0]?.question;
  if (asked) return formatQuestion(asked);
  const calls = listCallsAwaitingApproval(task);
  return calls.length === 0 ? undefined : formatApprovalQuestion(calls.map(toShownCall), 'it');
}

function createTitle({ entries, inbox }: Task): string {
  for (const { message } of [...toArray(entries), ...inbox]) {
    if (message.role === 'user') return deriveTitle(message) ?? '';
  }
  return '';
}

/** Lists the tasks whose questions the calls of this task ask its user. */
export function listTaskIdsOfPassedOnQuestions({ calls }: Task): string[] {
  return calls.flatMap(({ status, question, awaited }) => {
    const last = awaited?.at(-1);
    if (status === 'done' || !question || last?.state !== 'input-required') return [];
    return last.awaits.elsewhere === true ? [] : [last.awaits.task_id];
  });
}
