import { toArray } from '../data/chain.ts';
import { appendMessages, type History } from '../message/task-history.ts';
import type { Message, ToolMessage } from '../message/message.ts';
import type { Entry, Task } from './task.ts';
import { formatFailure } from './tool-outcome.ts';

const NOT_EXECUTED = formatFailure('not_executed');

const INTERRUPTED = formatFailure('interrupted', 'the call was cut off and may have run');

/** Builds the transcript that a later task continues. Open calls are closed for the providers. */
export function buildHistoryForNextTask(task: Task): History {
  return appendMessages(task.origin.history, buildMessagesOfTaskItself(task));
}

export function buildMessagesOfTaskItself(task: Task): Message[] {
  return [...listValidEntries(task).map((entry) => entry.message), ...buildOpenCallResults(task)];
}

/** Returns the task's own entries, without replies that do not match the output schema. */
export function listValidEntries({ entries, corrections }: Task): Entry[] {
  const own = toArray(entries);
  return corrections === undefined ? own : own.filter(({ mismatch }) => !mismatch);
}

function buildOpenCallResults(task: Task): ToolMessage[] {
  return task.calls.map(({ call, content, status }) => ({
    role: 'tool',
    tool_call_id: call.id,
    content: content ?? (status === 'running' ? INTERRUPTED : NOT_EXECUTED),
  }));
}
