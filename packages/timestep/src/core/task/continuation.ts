import { toArray } from '../data/chain.ts';
import { appendMessages, historyToMessages, type History } from '../message/task-history.ts';
import type { Message, ToolMessage } from '../message/message.ts';
import { omitFromEntries, type Omission } from '../request/omission.ts';
import type { Entry, Task } from './task.ts';
import { formatFailure } from './tool-outcome.ts';

const NOT_EXECUTED = formatFailure('not_executed');

const INTERRUPTED = formatFailure('interrupted', 'the call was cut off and may have run');

/** Builds the transcript that the next task continues. Open calls get results, because providers require them. */
export function buildHistoryForNextTask(task: Task): History {
  return appendMessages(listRememberedMessages(task), buildOpenCallResults(task));
}

export function buildMessagesWithoutStartHistory(task: Task): Message[] {
  const own = { ...task, origin: { ...task.origin, history: [] } };
  const before = task.origin.history.length;
  const omissions = listLastingOmissions(task)?.flatMap((omission): Omission[] =>
    omission.kind === 'tool' || omission.kind === 'context' || omission.index < before
      ? []
      : [{ ...omission, index: omission.index - before }],
  );
  const messages = historyToMessages(
    listRememberedMessages({ ...own, omitted: omissions, refusal: undefined }),
  );
  return [...messages, ...buildOpenCallResults(task)];
}

/**
 * Returns messages of a task and its history, the first `length` or all, with notes in place of
 * omitted parts. Replies that do not match the output schema are left out.
 */
export function listRememberedMessages(
  task: Pick<Task, 'origin' | 'entries' | 'omitted' | 'refusal' | 'end'>,
  length: number = Infinity,
): History {
  const { history } = task.origin;
  const own = toArray(task.entries).slice(0, Math.max(0, length - history.length));
  const omissions = listLastingOmissions(task);
  if (!omissions) return appendMessages(history, own.flatMap(toValidMessages));
  const carried: readonly RememberedEntry[] = historyToMessages(history).map((message) => ({
    message,
  }));
  const shown: readonly RememberedEntry[] = omitFromEntries([...carried, ...own], omissions);
  // If nothing in the history is omitted, the next turn shares the history without a copy.
  return omissions.every((omission) => isOmissionAfterHistory(omission, history.length))
    ? appendMessages(history, shown.slice(history.length).flatMap(toValidMessages))
    : shown.flatMap(toValidMessages);
}

type RememberedEntry = Pick<Entry, 'message' | 'mismatch'>;

function toValidMessages({ message, mismatch }: RememberedEntry): readonly Message[] {
  return mismatch ? [] : [message];
}

function isOmissionAfterHistory(omission: Omission, length: number): boolean {
  if (omission.kind === 'tool' || omission.kind === 'context') return true;
  return omission.kind !== 'earlier' && omission.index >= length;
}

/** Lists the omissions that the next turn keeps. A failed turn passes on what it learned from refusals. */
function listLastingOmissions({
  omitted,
  refusal,
  end,
}: Pick<Task, 'omitted' | 'refusal' | 'end'>): readonly Omission[] | undefined {
  if (!refusal || !end || refusal.known.length === 0) return omitted;
  return [...(omitted ?? []), ...refusal.known];
}

/** Returns the entries of the task itself, without replies that do not match the output schema. */
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
