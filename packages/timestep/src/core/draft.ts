import { append } from './chain.ts';
import type { ToolSite } from './event.ts';
import type { ToolCall } from './message.ts';
import type { CallState, Task } from './task.ts';

/**
 * A copy of a task while an event is folded into it. All tasks have the same properties in the same order, because
 * the engine reads and copies objects of one form several times as fast.
 */
export type Draft = { -readonly [Property in keyof Task]: Task[Property] };

/** The same of a call. */
export type DraftCall = { -readonly [Property in keyof CallState]: CallState[Property] };

/** A call before anything was done about it. Every call has all of its properties. */
export function newCall(call: ToolCall, site: ToolSite): DraftCall {
  return {
    call,
    site,
    status: 'planned',
    attempt: 0,
    replay: undefined,
    refusal: undefined,
    approval: undefined,
    judged: undefined,
    arguments: undefined,
    question: undefined,
    answers: undefined,
    awaits: undefined,
    awaited: undefined,
    content: undefined,
    attachments: undefined,
    resultMessageId: undefined,
  };
}

/**
 * At a gap between steps, moves finished tool results (in the order of the calls, whatever order
 * they came in) and then waiting messages into the transcript.
 */
export function settle(task: Draft, at: number): void {
  const { calls, inbox } = task;
  const isBusy = task.model === 'running' || calls.some(({ status }) => status !== 'done');
  if (isBusy || (calls.length === 0 && inbox.length === 0)) return;
  for (const call of calls) settleCall(task, call, at);
  for (const entry of inbox) task.entries = append(task.entries, entry);
  task.calls = NOTHING;
  if (inbox.length === 0) return;
  task.turnSteps = stepsAfter(task);
  task.inbox = NOTHING;
  task.model = 'idle';
  if (task.selection) task.selection = null;
}

/** One list for all tasks that have none of something. */
export const NOTHING: readonly never[] = [];

function settleCall(task: Draft, state: CallState, at: number): void {
  const { call, content = '', attachments, resultMessageId, answers } = state;
  const result = { role: 'tool', tool_call_id: call.id, content } as const;
  task.entries = append(task.entries, {
    message: attachments ? { ...result, attachments } : result,
    messageId: resultMessageId ?? `${task.id}:${call.id}`,
    at,
    ...(answers && { answered: answers }),
  });
}

/**
 * A message of a person begins the count of steps anew. One of another agent does not, so that agents
 * cannot keep each other at work; a step to read it is left all the same.
 */
function stepsAfter({ turnSteps, origin, inbox }: Task): number {
  const isOfAgents = inbox.every(({ arrival }) => arrival !== undefined);
  return isOfAgents ? Math.min(turnSteps, origin.limits.max_steps - 1) : 0;
}
