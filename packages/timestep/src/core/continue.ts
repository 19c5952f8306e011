import { toArray } from './chain.ts';
import { withMessages, type History } from './history.ts';
import type { Message, ToolMessage } from './message.ts';
import type { Entry, Task } from './task.ts';
import { failureContent } from './tool-outcome.ts';

const NOT_EXECUTED = failureContent('not_executed');

const INTERRUPTED = failureContent('interrupted', 'the call was cut off and may have run');

/**
 * The transcript that a later task of the same conversation continues. Calls without a result are
 * closed, because no provider accepts a transcript with open calls.
 */
export function continuationOf(task: Task): History {
  return withMessages(task.origin.history, ownContinuationOf(task));
}

/** The part of the continuation that the task added itself. */
export function ownContinuationOf(task: Task): Message[] {
  return [...ownEntries(task).map((entry) => entry.message), ...closedCalls(task)];
}

/** The entries this task added itself, leaving out what it continued. */
export function ownEntries(task: Task): Entry[] {
  return toArray(task.entries);
}

function closedCalls(task: Task): ToolMessage[] {
  return task.calls.map(({ call, content, status }) => ({
    role: 'tool',
    tool_call_id: call.id,
    content: content ?? (status === 'running' ? INTERRUPTED : NOT_EXECUTED),
  }));
}
