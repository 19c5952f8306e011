import { toArray } from './chain.ts';
import type { Message, ToolMessage } from './message.ts';
import type { Entry, Task } from './task.ts';

/**
 * The transcript that a later task of the same conversation continues. Calls without a result are
 * closed, because no provider accepts a transcript with open calls.
 */
export function continuationOf(task: Task): Message[] {
  const messages = toArray(task.entries).map((entry) => entry.message);
  const closed = task.calls.map(({ call, content }): ToolMessage => ({
    role: 'tool',
    tool_call_id: call.id,
    content: content ?? JSON.stringify({ error: 'not_executed' }),
  }));
  return [...messages, ...closed];
}

/** The entries this task added itself, leaving out what it continued. */
export function ownEntries(task: Task): Entry[] {
  return toArray(task.entries, task.origin.history.length);
}
