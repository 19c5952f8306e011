import { isDeepStrictEqual } from 'node:util';
import {
  callsAwaitingAnswer,
  chainOf,
  withMessages,
  messageCountOf,
  type ApprovalDecision,
  type CallResult,
  type JsonObject,
  type Message,
  type Submission,
  type Task,
  type ToolSite,
  type UserMessage,
  type History,
} from '../../core/index.ts';
import type { ResponseRecord } from '../records/record.ts';
import type { Item } from '../wire/item.ts';
import { callOfApproval } from '../wire/approval-id.ts';
import { ResponsesError } from '../wire/responses-error.ts';
import { conversationAt } from './conversation.ts';
import type { Given } from './given.ts';
import { messagesFrom } from './messages.ts';
import type { CreateRequest } from './request.ts';

/** What a request continues: a response, with its task. */
export interface Continued {
  readonly record: Pick<
    ResponseRecord,
    'agent' | 'contextId' | 'transcriptLength' | 'instructed'
  > & {
    readonly response: Pick<ResponseRecord['response'], 'id' | 'instructions' | 'output'>;
  };
  readonly task: Task;
}

/** A request with everything it refers to. */
export interface Turn {
  /** The id of the new response. */
  readonly id: string;
  readonly principal: string;
  readonly agent: string;
  readonly request: CreateRequest;
  readonly items: readonly Item[];
  /** The span that led to the request (W3C Trace Context). */
  readonly traceparent?: string;
  /** Where the agent's own tools run; absent: as the agent is served. */
  readonly toolSite?: ToolSite;
  /** The response it continues, with the task of that response. */
  readonly previous: Continued | undefined;
  /** Items between that response and those of the request. */
  readonly carried: readonly Item[];
  /** What items only name. */
  readonly given?: Given;
  /** The context of a conversation that has no turn yet. */
  readonly contextId?: string;
}

/** What to submit for a turn; `otherwise` is for when the task has moved on in the meantime. */
export interface TurnPlan {
  readonly submission: Submission;
  /** As in a record of the response. */
  readonly instructed: boolean;
  /** The waiting task that the submission replaces, if any. */
  readonly replaces?: string;
  readonly otherwise?: TurnPlan;
}

/**
 * Results of calls and approvals go to the task that waits for them, as long as nothing else in the
 * request has changed. Every other request is a new task, which receives the whole conversation so
 * far.
 */
export function planOf(turn: Turn): TurnPlan {
  const { previous } = turn;
  const items = [...turn.carried, ...turn.items];
  const before = previous && conversationAt(previous.record, previous.task);
  const open = before?.open ?? [];
  const added = messagesFrom(items, open, turn.given);
  const fresh = newTask(turn, withMessages(before?.messages ?? [], added));
  const approvals = approvalsIn(turn.items);
  const isAsked = previous !== undefined && isWaiting(previous.record, previous.task);
  const isQuestion = isAsked && isQuestioning(previous.task);
  if (!isAsked || (open.length === 0 && approvals.length === 0 && !isQuestion)) {
    if (approvals.length > 0) throw noSuchApproval();
    return isAsked ? { ...fresh, replaces: previous.task.id } : fresh;
  }

  const results = added.slice(0, open.length).flatMap(asResult);
  const rest = added.slice(open.length);
  const message = rest.find(isFromUser);
  const isSame =
    rest.length === (message ? 1 : 0) && isAlike(turn) && (!isQuestion || message !== undefined);
  if (!isSame && approvals.length > 0) throw noSuchApproval();
  if (!isSame) return { ...fresh, replaces: previous.task.id };
  return {
    submission: {
      agent: turn.agent,
      principal: turn.principal,
      messageId: turn.id,
      taskId: previous.task.id,
      results,
      ...(turn.traceparent !== undefined && { metadata: { traceparent: turn.traceparent } }),
      ...(approvals.length > 0 && { approvals }),
      ...(message && { message }),
    },
    instructed: previous.record.instructed,
    // Decisions make sense only to the task that waits for them, so with them there is no other
    // plan.
    ...(approvals.length === 0 && { otherwise: fresh }),
  };
}

/** Whether a task waits for words of the user, which answer the agent or one of its tools. */
function isQuestioning(task: Task): boolean {
  return task.model === 'asking' || callsAwaitingAnswer(task).length > 0;
}

function approvalsIn(items: readonly Item[]): ApprovalDecision[] {
  return items.flatMap((item): ApprovalDecision[] => {
    if (item.type !== 'mcp_approval_response') return [];
    const callId = callOfApproval(item.approval_request_id);
    if (callId === undefined) throw noSuchApproval();
    return [
      { callId, approved: item.approve, ...(item.reason !== null && { reason: item.reason }) },
    ];
  });
}

function noSuchApproval(): ResponsesError {
  const message =
    'no call waits for this approval: name the response that asked in previous_response_id and ' +
    'change nothing else about the request';
  return new ResponsesError(400, 'unknown_approval_request', message, 'input');
}

/** Whether a task still waits at the point where its response ended. */
export function isWaiting(record: Pick<ResponseRecord, 'transcriptLength'>, task: Task): boolean {
  return task.state === 'input-required' && messageCountOf(task) === record.transcriptLength;
}

/**
 * Whether a request has what its task was started with, because that cannot change while the task
 * runs.
 */
function isAlike({ agent, request, previous }: Turn): boolean {
  if (!previous) return false;
  const { record, task } = previous;
  return (
    record.agent === agent &&
    record.response.instructions === request.echo.instructions &&
    isDeepStrictEqual(task.origin.clientTools, request.tools) &&
    isDeepStrictEqual(task.origin.settings ?? {}, {
      ...task.origin.turn?.settings,
      ...request.settings,
    }) &&
    isDeepStrictEqual(task.origin.metadata?.['request'] ?? {}, request.remarks)
  );
}

function newTask(turn: Turn, conversation: History): TurnPlan {
  const { id, principal, agent, request, previous, toolSite } = turn;
  const { instructions } = request.echo;
  const contextId = previous?.record.contextId ?? turn.contextId ?? request.contextId;
  const all = chainOf(conversation);
  const message = all?.last.role === 'user' ? all.last : undefined;
  const history = (message ? all?.before : all) ?? [];
  return {
    submission: {
      agent,
      principal,
      messageId: id,
      ...(contextId !== undefined && { contextId }),
      ...(message && { message }),
      start: {
        ...(instructions !== null && { instructions }),
        history,
        clientTools: request.tools,
        ...(toolSite && { toolSite }),
        ...(Object.keys(request.settings).length > 0 && { settings: request.settings }),
        metadata: metadataOf(turn),
      },
    },
    instructed: false,
  };
}

function metadataOf({ id, request, traceparent }: Turn): JsonObject {
  const led = traceparent !== undefined && { traceparent };
  return { response_id: id, request: request.remarks, ...led };
}

function isFromUser(message: Message): message is UserMessage {
  return message.role === 'user';
}

function asResult(message: Message): CallResult[] {
  return message.role === 'tool' ? [{ callId: message.tool_call_id, output: message.content }] : [];
}
