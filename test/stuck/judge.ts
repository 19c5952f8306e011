import {
  hasTaskEnded,
  isInputRequired,
  isWaitingOnlyForTasks,
  listCallsAwaitingAnswer,
  listCallsAwaitingApproval,
  listCallsAwaitingClient,
  listCallsAwaitingTask,
  listMessages,
  type Task,
} from '@timestep-ai/timestep/core';
import { describeTaskWait } from '@timestep-ai/timestep/port';

/** Returns why a task that no time moves is not stuck. Undefined if it is. */
export function explainRest(task: Task): string | undefined {
  if (hasTaskEnded(task))
    return task.end?.error ? `${task.state}, ${task.end.error.code}` : task.state;
  if (isWaitingOnlyForTasks(task)) {
    const [awaited] = listCallsAwaitingTask(task);
    return awaited && 'waits for another task';
  }
  const waiting = describeTaskWait(task);
  if (waiting !== undefined) return waiting;
  return isInputRequired(task) ? explainInput(task) : undefined;
}

function explainInput(task: Task): string | undefined {
  if (task.parked) return 'asks whether to go on after crashes';
  if (listCallsAwaitingApproval(task).length > 0) return 'asks for an approval';
  if (listCallsAwaitingAnswer(task).length > 0) return 'asks a question of a tool';
  if (listCallsAwaitingClient(task).length > 0) return 'has its client call a tool';
  return listMessages(task).at(-1)?.role === 'assistant' ? 'asks a question' : undefined;
}
