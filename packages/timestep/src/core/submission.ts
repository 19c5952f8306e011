import { approvalIn } from './approval-words.ts';
import type { Arrival } from './arrival.ts';
import type { Delegation } from './delegation.ts';
import type { ApprovalDecision, CallResult, TaskEvent, ToolSite } from './event.ts';
import type { History } from './history.ts';
import type { JsonObject, JsonValue } from './json.ts';
import type { Limits } from './limits.ts';
import type { ToolSchema, UserMessage } from './message.ts';
import type { ReplySettings } from './reply-settings.ts';
import {
  callsAwaitingAnswer,
  callsAwaitingApproval,
  callsAwaitingClient,
  isFinal,
  isInterrupted,
  type Task,
} from './task.ts';
import type { TurnSettings } from './turn-settings.ts';

/** Something a client sent: a message, results of calls it was asked to make, decisions, or all. */
export interface Submission {
  readonly agent: string;
  /** The sender; every id in the submission must belong to the same principal. */
  readonly principal: string;
  /** The sender's id for this message: sending it again changes nothing. */
  readonly messageId: string;
  /** Absent for a new task. */
  readonly taskId?: string;
  readonly contextId?: string;
  readonly message?: UserMessage;
  readonly results?: readonly CallResult[];
  readonly approvals?: readonly ApprovalDecision[];
  readonly metadata?: JsonObject;
  /** Says that the message comes from the task of another agent; only a program of the server may set it. */
  readonly arrival?: Arrival;
  /** Only for a new task. */
  readonly start?: StartOptions;
  /**
   * What a new task receives from the session of its context; `start` goes before it. The client did not
   * send it: a message that is sent again may come with another one.
   */
  readonly inherited?: Pick<StartOptions, 'history' | 'turn'>;
}

/** What a new task may receive beside its first message. */
export interface StartOptions {
  /**
   * Transcript to continue, with every tool call answered. A submission that brings one needs no
   * message: the model then answers what the transcript ends in.
   */
  readonly history?: History;
  /** What is asked for in this task beside the agent's own prompt; a task that continues it does not receive it. */
  readonly instructions?: string;
  readonly clientTools?: readonly ToolSchema[];
  /** Who runs the agent's own tools in this task. Default: as the agent is served. */
  readonly toolSite?: ToolSite;
  readonly limits?: Partial<Limits>;
  readonly settings?: ReplySettings;
  /** What the turn of a session runs with. */
  readonly turn?: TurnSettings;
  readonly metadata?: JsonObject;
  /** Which calls of agents led to the task, and what it may use; only from whom can be trusted. */
  readonly delegation?: Delegation;
}

/** Why a task does not take a submission. */
export type RefusalCode =
  | 'task-finished'
  | 'context-mismatch'
  | 'results-without-call'
  | 'unknown-call'
  | 'approval-without-request'
  | 'empty-submission';

/** Why a submission cannot be accepted. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly message: string;
  readonly detail?: JsonValue;
}

/** Whether a task takes a submission: the events to record, or the reason for the refusal. */
export type Acceptance =
  | { readonly accepted: true; readonly events: readonly TaskEvent[] }
  | { readonly accepted: false; readonly refusal: Refusal };

/** Decides whether an existing task takes a submission, and as which events. */
export function accept(task: Task, submission: Submission): Acceptance {
  const { results = [], contextId } = submission;
  if (contextId !== undefined && contextId !== task.contextId) {
    return refuse(
      'context-mismatch',
      `task ${task.id} belongs to another context than ${contextId}`,
    );
  }
  if (isFinal(task)) {
    return refuse('task-finished', `task ${task.id} is ${task.state} and takes no more messages`);
  }
  const { message: said, arrival, messageId, metadata } = submission;
  if (said && arrival) {
    const heard = { type: 'message.received', messageId, message: said, arrival } as const;
    return { accepted: true, events: [{ ...heard, ...(metadata && { metadata }) }] };
  }
  const inWords = decisionInWords(task, submission);
  const approvals = inWords ?? submission.approvals ?? [];
  const isEmpty =
    submission.message === undefined && results.length === 0 && approvals.length === 0;
  if (isEmpty && !startsFromHistory(submission)) {
    return refuse('empty-submission', 'the message holds neither text nor tool results');
  }
  const refusal = strayResults(task, results) ?? strayApprovals(task, approvals);
  if (refusal) return { accepted: false, refusal };
  const message = inWords ? undefined : submission.message;
  return { accepted: true, events: eventsOf(task, { ...submission, message, approvals }) };
}

/** What a submission that is accepted adds to the log. */
function eventsOf(
  task: Task,
  { messageId, message, results = [], approvals = [], metadata }: Heard,
): readonly TaskEvent[] {
  const events: TaskEvent[] = [];
  const answer = message && answerTo(task, { messageId, message, metadata });
  // Some clients cannot run tools; a task must not wait forever after such a client answers in
  // words.
  const isInWords = message !== undefined && results.length === 0 && approvals.length === 0;
  if (isInWords && !answer && task.calls.length > 0 && isInterrupted(task)) {
    events.push({ type: 'calls.declined', messageId });
  }
  if (results.length > 0) events.push({ type: 'results.received', messageId, results });
  for (const approval of approvals) {
    events.push({ type: 'approval.decided', messageId, ...approval });
  }
  if (answer) events.push(answer);
  else if (message) {
    events.push({ type: 'message.received', messageId, message, ...(metadata && { metadata }) });
  }
  return events;
}

/** A submission whose words are not a decision. */
type Heard = Omit<Submission, 'message'> & { readonly message: UserMessage | undefined };

/**
 * The event with which words answer the oldest open question of a tool, also while other calls go on;
 * `undefined` where no question is open.
 */
export function answerTo(
  task: Task,
  { messageId, message, metadata }: Said,
): Extract<TaskEvent, { type: 'question.answered' }> | undefined {
  const [asking] = callsAwaitingAnswer(task);
  if (!asking) return undefined;
  const answer = { type: 'question.answered', messageId, callId: asking.call.id, message } as const;
  return metadata ? { ...answer, metadata } : answer;
}

/** The words of a submission. */
interface Said extends Pick<Submission, 'messageId'> {
  readonly message: UserMessage;
  readonly metadata: JsonObject | undefined;
}

/**
 * A bare yes or no decides about all calls that wait for approval, unless a client must run a tool.
 */
function decisionInWords(
  task: Task,
  { message, results, approvals }: Submission,
): ApprovalDecision[] | undefined {
  const awaiting = callsAwaitingApproval(task);
  const isAll =
    isInterrupted(task) &&
    awaiting.length > 0 &&
    callsAwaitingClient(task).length === 0 &&
    callsAwaitingAnswer(task).length === 0;
  if (!isAll || !message || results?.length || approvals?.length) return undefined;
  const approved = approvalIn(message);
  return approved === undefined
    ? undefined
    : awaiting.map(({ call }) => ({ callId: call.id, approved }));
}

function strayResults(task: Task, results: readonly CallResult[]): Refusal | undefined {
  if (results.length === 0) return undefined;
  const open = callsAwaitingClient(task).map((state) => state.call.id);
  if (open.length === 0) {
    const message = `task ${task.id} is not waiting for tool results`;
    return { code: 'results-without-call', message };
  }
  return strange(results, open);
}

function strayApprovals(task: Task, approvals: readonly ApprovalDecision[]): Refusal | undefined {
  if (approvals.length === 0) return undefined;
  const open = callsAwaitingApproval(task).map((state) => state.call.id);
  if (open.length === 0) {
    const message = `task ${task.id} is not waiting for an approval`;
    return { code: 'approval-without-request', message };
  }
  return strange(approvals, open);
}

function strange(
  given: readonly { readonly callId: string }[],
  open: readonly string[],
): Refusal | undefined {
  const unknown = given.map(({ callId }) => callId).filter((callId) => !open.includes(callId));
  if (unknown.length === 0) return undefined;
  const message = `no open call ${unknown.join(', ')}; open: ${open.join(', ')}`;
  return { code: 'unknown-call', message };
}

/** Only a history that the sender brings can be answered; the task's own history cannot. */
function startsFromHistory({ taskId, start }: Submission): boolean {
  return taskId === undefined && start?.history !== undefined && start.history.length > 0;
}

function refuse(code: RefusalCode, message: string): Acceptance {
  return { accepted: false, refusal: { code, message } };
}
