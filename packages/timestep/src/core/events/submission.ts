import { parseApproval, parseGoOnOrCancel } from '../message/parse-approval.ts';
import type { TaskNotification } from '../message/task-notification.ts';
import type { Delegation } from '../task/delegation.ts';
import type { ApprovalDecision, CallResult, TaskEvent, TaskOrigin, ToolLocation } from './event.ts';
import type { History } from '../message/task-history.ts';
import type { EntryPoint } from './entry-point.ts';
import type { Sender } from './sender.ts';
import type { JsonObject, JsonValue } from '../data/json.ts';
import type { Limits } from '../task/limits.ts';
import type { ToolSchema, UserMessage } from '../message/message.ts';
import type { ReplySettings } from '../task/reply-settings.ts';
import {
  listCallsAwaitingAnswer,
  listCallsAwaitingApproval,
  listCallsAwaitingClient,
  hasTaskEnded,
  isInputRequired,
  type Task,
} from '../task/task.ts';
import type { TurnSettings } from '../task/turn-settings.ts';

/** Input of a client: a message, results of tool calls, approval decisions, or all of these. */
export interface Submission {
  readonly agent: string;
  /** The sender. Every id in the submission must belong to the same principal. */
  readonly principal: string;
  /** The sender's id for this message. Sending it again changes nothing. */
  readonly messageId: string;
  /** Id of the task to continue. Undefined for a new task. */
  readonly taskId?: string;
  readonly contextId?: string;
  readonly message?: UserMessage;
  readonly results?: readonly CallResult[];
  readonly approvals?: readonly ApprovalDecision[];
  readonly metadata?: JsonObject;
  /** How the message reached the runner. Only server code may set it. A new task keeps it. */
  readonly entry?: EntryPoint;
  /**
   * Who sends decisions and answers, which may be an operator in place of the principal. Only server code may
   * set it. The log keeps it.
   */
  readonly by?: Sender;
  /** Marks the message as a notification from another agent's task. Only server code may set it. */
  readonly arrival?: TaskNotification;
  /** Options of the task that the message starts. Ignored if the message belongs to an existing task. */
  readonly start?: StartOptions;
  /** Settings from the session, overridden by `start`. A repeated submission may have other settings. */
  readonly inherited?: Pick<StartOptions, 'history' | 'turn'>;
}

/** Options of a new task in addition to its first message. */
export interface StartOptions {
  /**
   * Id of the new task, at most 256 characters, which no task has yet. Only server code may set it.
   * Default: a UUID.
   */
  readonly taskId?: string;
  /**
   * Transcript to continue. Every call in it must have a result. The agent can reply to it without a further
   * message.
   */
  readonly history?: History;
  /** Instructions for this task only, in addition to the agent's own prompt. */
  readonly instructions?: string;
  readonly clientTools?: readonly ToolSchema[];
  /** Who runs the agent's own tools. Default: the setting of the served agent. */
  readonly toolSite?: ToolLocation;
  readonly limits?: Partial<Limits>;
  readonly settings?: ReplySettings;
  readonly turn?: TurnSettings;
  readonly metadata?: JsonObject;
  /** Agent calls that led to the task, and its budget. Accepted only from trusted senders. */
  readonly delegation?: Delegation;
  /** The task that the new task repeats or continues. Only server code may set it. */
  readonly forkedFrom?: TaskOrigin;
}

/** Why a task refuses a submission. */
export type RefusalCode =
  | 'task-finished'
  | 'context-mismatch'
  | 'results-without-call'
  | 'unknown-call'
  | 'approval-without-request'
  | 'empty-submission';

/** Why a task refuses a submission: a code, a message for people, and details. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly message: string;
  readonly detail?: JsonValue;
}

/** The events to record for an accepted submission, or the reason for a refusal. */
export type Acceptance =
  | { readonly accepted: true; readonly events: readonly TaskEvent[] }
  | { readonly accepted: false; readonly refusal: Refusal };

/** Decides whether an existing task accepts a submission, and which events record it. */
export function decideAcceptance(task: Task, submission: Submission): Acceptance {
  const { results = [], contextId } = submission;
  if (contextId !== undefined && contextId !== task.contextId) {
    return refuseSubmission(
      'context-mismatch',
      `task ${task.id} does not belong to context ${contextId}`,
    );
  }
  if (hasTaskEnded(task)) {
    return refuseSubmission(
      'task-finished',
      `task ${task.id} is ${task.state} and accepts no more messages`,
    );
  }
  const { message: said, arrival, messageId, metadata } = submission;
  if (said && arrival) {
    const heard = { type: 'message.received', messageId, message: said, arrival } as const;
    return { accepted: true, events: [{ ...heard, ...(metadata && { metadata }) }] };
  }
  const aboutParking = said && parseParkingAnswer(task, submission, said);
  if (aboutParking) return { accepted: true, events: [aboutParking] };
  const inWords = parseApprovalsFromText(task, submission);
  const approvals = inWords ?? submission.approvals ?? [];
  const isEmpty =
    submission.message === undefined && results.length === 0 && approvals.length === 0;
  if (isEmpty && !startsTaskFromHistory(submission)) {
    return refuseSubmission('empty-submission', 'the message has neither text nor tool results');
  }
  const refusal = validateResults(task, results) ?? validateApprovals(task, approvals);
  if (refusal) return { accepted: false, refusal };
  const message = inWords ? undefined : submission.message;
  return {
    accepted: true,
    events: submissionToEvents(task, { ...submission, message, approvals }),
  };
}

/** Parses a user's answer to the question whether a stopped task should continue. */
function parseParkingAnswer(
  { parked }: Task,
  { messageId, by }: Pick<Submission, 'messageId' | 'by'>,
  message: UserMessage,
): TaskEvent | undefined {
  const goesOn = parked && parseGoOnOrCancel(message);
  if (goesOn === undefined) return undefined;
  const type = goesOn ? 'task.resumed' : 'cancel.requested';
  return { type, messageId, ...(by && { by }) };
}

function submissionToEvents(
  task: Task,
  { messageId, message, results = [], approvals = [], metadata, by }: MessageSubmission,
): readonly TaskEvent[] {
  const events: TaskEvent[] = [];
  const answer = message && buildAnswerEventIfAsked(task, { messageId, message, metadata, by });
  // A client that cannot run tools may answer a call with text, so that the task does not wait forever.
  const isInWords = message !== undefined && results.length === 0 && approvals.length === 0;
  if (isInWords && !answer && task.calls.length > 0 && isInputRequired(task)) {
    events.push({ type: 'calls.declined', messageId, ...(by && { by }) });
  }
  if (results.length > 0) events.push({ type: 'results.received', messageId, results });
  for (const approval of approvals) {
    events.push({ type: 'approval.decided', messageId, ...approval, ...(by && { by }) });
  }
  if (answer) events.push(answer);
  else if (message) {
    const said = { type: 'message.received', messageId, message } as const;
    events.push({ ...said, ...(metadata && { metadata }), ...(by && { by }) });
  }
  return events;
}

type MessageSubmission = Omit<Submission, 'message'> & {
  readonly message: UserMessage | undefined;
};

/** Builds the event that records a message as the answer to the oldest open question of a tool. */
export function buildAnswerEventIfAsked(
  task: Task,
  { messageId, message, metadata, by }: SubmittedMessage,
): Extract<TaskEvent, { type: 'question.answered' }> | undefined {
  const [asking] = listCallsAwaitingAnswer(task);
  if (!asking || task.parked) return undefined;
  const answer = { type: 'question.answered', messageId, callId: asking.call.id, message } as const;
  return { ...answer, ...(metadata && { metadata }), ...(by && { by }) };
}

interface SubmittedMessage extends Pick<Submission, 'messageId'> {
  readonly message: UserMessage;
  readonly metadata: JsonObject | undefined;
  readonly by: Sender | undefined;
}

/**
 * Parses "yes" or "no" as a decision about all calls that await approval. Undefined if a client
 * must run a tool.
 */
function parseApprovalsFromText(
  task: Task,
  { message, results, approvals }: Submission,
): ApprovalDecision[] | undefined {
  const awaiting = listCallsAwaitingApproval(task);
  const isAll =
    isInputRequired(task) &&
    !task.parked &&
    awaiting.length > 0 &&
    listCallsAwaitingClient(task).length === 0 &&
    listCallsAwaitingAnswer(task).length === 0;
  if (!isAll || !message || results?.length || approvals?.length) return undefined;
  const approved = parseApproval(message);
  return approved === undefined
    ? undefined
    : awaiting.map(({ call }) => ({ callId: call.id, approved }));
}

function validateResults(task: Task, results: readonly CallResult[]): Refusal | undefined {
  if (results.length === 0) return undefined;
  const open = listCallsAwaitingClient(task).map((state) => state.call.id);
  if (open.length === 0) {
    const message = `task ${task.id} is not waiting for tool results`;
    return { code: 'results-without-call', message };
  }
  return findUnknownCallRefusal(results, open);
}

function validateApprovals(
  task: Task,
  approvals: readonly ApprovalDecision[],
): Refusal | undefined {
  if (approvals.length === 0) return undefined;
  const open = listCallsAwaitingApproval(task).map((state) => state.call.id);
  if (open.length === 0) {
    const message = `task ${task.id} is not waiting for an approval`;
    return { code: 'approval-without-request', message };
  }
  return findUnknownCallRefusal(approvals, open) ?? validateDigests(task, approvals);
}

/** Refuses approvals whose digest is not that of the current question, because the question was replaced. */
function validateDigests(task: Task, approvals: readonly ApprovalDecision[]): Refusal | undefined {
  const old = approvals.find(({ callId, digest }) => {
    const shown = task.calls.find(({ call }) => call.id === callId)?.judged?.tool;
    return digest !== undefined && digest !== shown?.call;
  });
  if (!old) return undefined;
  const message = `call ${old.callId} differs from the call that was shown: read the question again, and decide with its digest`;
  return { code: 'unknown-call', message };
}

function findUnknownCallRefusal(
  items: readonly { readonly callId: string }[],
  open: readonly string[],
): Refusal | undefined {
  const unknown = items.map(({ callId }) => callId).filter((callId) => !open.includes(callId));
  if (unknown.length === 0) return undefined;
  const message = `no open call ${unknown.join(', ')}; open: ${open.join(', ')}`;
  return { code: 'unknown-call', message };
}

/**
 * Returns whether a task starts from a given history, which can be answered without a new message.
 */
function startsTaskFromHistory({ taskId, start }: Submission): boolean {
  return taskId === undefined && start?.history !== undefined && start.history.length > 0;
}

function refuseSubmission(code: RefusalCode, message: string): Acceptance {
  return { accepted: false, refusal: { code, message } };
}
