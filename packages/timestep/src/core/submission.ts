import type { CallResult, TaskEvent } from './event.ts';
import type { JsonObject, JsonValue } from './json.ts';
import type { Limits } from './limits.ts';
import type { Message, ToolSchema, UserMessage } from './message.ts';
import { callsAwaitingClient, isFinal, isInterrupted, type Task } from './task.ts';

/** Something a client sent: a message, results of tool calls it was asked to make, or both. */
export interface Submission {
  readonly agent: string;
  /** Who sent it; every id it names must belong to the same. */
  readonly principal: string;
  /** The sender's id for this message: sending it again changes nothing. */
  readonly messageId: string;
  /** Absent: a new task. */
  readonly taskId?: string;
  readonly contextId?: string;
  readonly message?: UserMessage;
  readonly results?: readonly CallResult[];
  readonly metadata?: JsonObject;
  /** Only for a new task. */
  readonly start?: StartOptions;
}

/** What a new task may be given beside its first message. */
export interface StartOptions {
  /**
   * Transcript to continue, with every tool call answered. A submission that brings one needs no
   * message: the model then answers what the transcript ends in.
   */
  readonly history?: readonly Message[];
  readonly clientTools?: readonly ToolSchema[];
  readonly limits?: Partial<Limits>;
  readonly metadata?: JsonObject;
}

export type RefusalCode =
  | 'task-finished'
  | 'context-mismatch'
  | 'results-without-call'
  | 'unknown-call'
  | 'empty-submission';

/** Why a submission cannot be accepted. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly message: string;
  readonly detail?: JsonValue;
}

export type Acceptance =
  | { readonly accepted: true; readonly events: readonly TaskEvent[] }
  | { readonly accepted: false; readonly refusal: Refusal };

/** Decides whether an existing task takes a submission, and as which events. */
export function accept(task: Task, submission: Submission): Acceptance {
  const { messageId, message, results = [], contextId, metadata } = submission;
  if (contextId !== undefined && contextId !== task.contextId) {
    return refuse(
      'context-mismatch',
      `task ${task.id} belongs to another context than ${contextId}`,
    );
  }
  if (isFinal(task)) {
    return refuse('task-finished', `task ${task.id} is ${task.state} and takes no more messages`);
  }
  if (message === undefined && results.length === 0 && !startsFromHistory(submission)) {
    return refuse('empty-submission', 'the message holds neither text nor tool results');
  }
  const open = callsAwaitingClient(task).map((call) => call.call.id);
  const strange = results.filter((result) => !open.includes(result.callId));
  if (results.length > 0 && open.length === 0) {
    return refuse('results-without-call', `task ${task.id} is not waiting for tool results`);
  }
  if (strange.length > 0) {
    const named = strange.map((result) => result.callId).join(', ');
    return refuse('unknown-call', `no open call ${named}; open: ${open.join(', ')}`);
  }
  const events: TaskEvent[] = [];
  // Not every client knows how to run tools; one that answers in words must not be stuck for ever.
  if (message && results.length === 0 && isInterrupted(task)) {
    events.push({ type: 'calls.declined', messageId });
  }
  if (results.length > 0) events.push({ type: 'results.received', messageId, results });
  if (message) {
    events.push({ type: 'message.received', messageId, message, ...(metadata && { metadata }) });
  }
  return { accepted: true, events };
}

/** The task's own continued history does not count: only what the sender brought can be answered. */
function startsFromHistory({ taskId, start }: Submission): boolean {
  return taskId === undefined && start?.history !== undefined && start.history.length > 0;
}

function refuse(code: RefusalCode, message: string): Acceptance {
  return { accepted: false, refusal: { code, message } };
}
