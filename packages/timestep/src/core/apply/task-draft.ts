import { append, appendAll } from '../data/chain.ts';
import type { Artifact } from '../message/message.ts';
import type { CallState, Task } from '../task/task.ts';

/** A mutable copy of a task, used while an event is applied to it. */
export type Draft = { -readonly [Property in keyof Task]: Task[Property] };

/** An empty list, shared by all tasks to save memory. */
export const NO_ITEMS: readonly never[] = [];

export type DraftCall = { -readonly [Property in keyof CallState]: CallState[Property] };

/** Appends to the transcript of an idle task: first tool results in call order, then queued messages. */
export function moveQueuedMessagesToTranscript(task: Draft, at: number): void {
  const { calls, inbox } = task;
  if (task.model === 'running' || (calls.length === 0 && inbox.length === 0)) return;
  if (calls.some(({ status }) => status !== 'done')) return;
  for (let index = 0; index < calls.length; index += 1) {
    const call = calls[index];
    if (call) appendCallResult(task, call, at);
  }
  for (let index = 0; index < inbox.length; index += 1) {
    const entry = inbox[index];
    if (entry) task.entries = append(task.entries, entry);
  }
  task.calls = NO_ITEMS;
  if (inbox.length === 0) return;
  task.turnSteps = computeTurnStepsAfterInbox(task);
  task.inbox = NO_ITEMS;
  task.model = 'idle';
  if (task.selection) task.selection = null;
  if (task.corrections !== undefined) task.corrections = 0;
}

function appendCallResult(task: Draft, state: CallState, at: number): void {
  const { call, content = '', attachments, resultMessageId, answers } = state;
  const result = { role: 'tool', tool_call_id: call.id, content } as const;
  task.entries = append(task.entries, {
    message: attachments ? { ...result, attachments } : result,
    messageId: resultMessageId ?? `${task.id}:${call.id}`,
    at,
    ...(answers && { answered: answers }),
  });
}

/** A user's message resets the step count of the turn. A message from another agent allows at least one step. */
function computeTurnStepsAfterInbox({ turnSteps, origin, inbox }: Task): number {
  const isOfAgents = inbox.every(({ arrival }) => arrival !== undefined);
  return isOfAgents ? Math.min(turnSteps, origin.limits.max_steps - 1) : 0;
}

export function appendArtifacts(task: Draft, artifacts: readonly Artifact[]): void {
  task.artifacts = appendAll(task.artifacts, artifacts);
}
