import { isDeepStrictEqual } from 'node:util';
import {
  getOpenQuestion,
  historyToChain,
  historyToMessages,
  appendMessages,
  omitUndefined,
  countMessages,
  type ApprovalDecision,
  type CallResult,
  type Message,
  type Submission,
  type Task,
  type ToolLocation,
  type History,
} from '#core';
import type { ResponseRecord } from '../records/response-record.ts';
import type { Item } from '../wire/response-item.ts';
import { parseApprovalCallId } from '../wire/approval-id.ts';
import { ResponsesError } from '../wire/responses-error.ts';
import { getTranscriptAtEnd, type TranscriptAtEnd } from './transcript-at-end.ts';
import { NO_REFERENCED_DATA, type ReferencedData } from './referenced-data.ts';
import { itemsToMessages } from './items-to-messages.ts';
import { removeResentItems } from './remove-known-items.ts';
import type { CreateRequest } from './create-request.ts';

export interface ContinuedResponse {
  readonly record: Pick<
    ResponseRecord,
    'agent' | 'contextId' | 'transcriptLength' | 'instructed'
  > & {
    readonly response: Pick<ResponseRecord['response'], 'id' | 'instructions' | 'output'>;
  };
  readonly task: Task;
}

/** A request for a response, with all data to which it refers. */
export interface ResponseTurn {
  readonly id: string;
  readonly principal: string;
  readonly agent: string;
  readonly request: CreateRequest;
  readonly items: readonly Item[];
  /** Trace span that led to the request (W3C Trace Context). */
  readonly traceparent?: string;
  /** Where the agent's own tools run. Undefined: as the agent is configured. */
  readonly toolSite?: ToolLocation;
  readonly previous: ContinuedResponse | undefined;
  /** Items that a client added to the conversation after the previous response. */
  readonly carried: readonly Item[];
  /** Data that the request refers to, such as uploaded files. */
  readonly given?: ReferencedData;
  /** Context id of the conversation, if it has no turn yet. */
  readonly contextId?: string;
}

/** The message with which a turn starts. `otherwise` is the plan to use if the task has changed meanwhile. */
export interface TurnPlan {
  readonly submission: Submission;
  /** See `instructed` of `ResponseRecord`. */
  readonly instructed: boolean;
  /** A waiting task that is canceled, because the new message starts another task in its place. */
  readonly replaces?: string;
  readonly otherwise?: TurnPlan;
}

/**
 * Plans a turn. Tool results and approvals go to the task that waits for them, if the rest of the request is
 * unchanged. Otherwise, a new task starts with the whole conversation.
 */
export function planTurn(turn: ResponseTurn): TurnPlan {
  const { previous } = turn;
  const before = previous && getTranscriptAtEnd(previous.record, previous.task);
  const open = before?.open ?? [];
  const items = [...turn.carried, ...listNewItems(turn, before)];
  const added = itemsToMessages(items, open, turn.given);
  const fresh = planNewTask(turn, appendMessages(before?.messages ?? [], added));
  const approvals = collectApprovals(turn.items);
  const isAsked = previous !== undefined && isWaitingAtEnd(previous.record, previous.task);
  const isQuestion = isAsked && getOpenQuestion(previous.task) !== undefined;
  if (!isAsked || (open.length === 0 && approvals.length === 0 && !isQuestion)) {
    if (approvals.length > 0) throw createUnknownApprovalError();
    return isAsked ? { ...fresh, replaces: previous.task.id } : fresh;
  }

  const results = added.slice(0, open.length).flatMap(toolMessageToCallResults);
  const rest = added.slice(open.length);
  const message = rest.find((one) => one.role === 'user');
  const isSame =
    rest.length === (message ? 1 : 0) &&
    hasSameSettingsAsPrevious(turn) &&
    (!isQuestion || message !== undefined);
  if (!isSame) {
    if (approvals.length > 0) throw createUnknownApprovalError();
    return { ...fresh, replaces: previous.task.id };
  }
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
    // A turn with approvals has no fallback plan, because only the waiting task can use approvals.
    ...(approvals.length === 0 && { otherwise: fresh }),
  };
}

/** Lists the items of a request that the stored conversation does not contain yet. */
function listNewItems(turn: ResponseTurn, before: TranscriptAtEnd | undefined): readonly Item[] {
  if (!before) return turn.items;
  return removeResentItems(turn.items, {
    messages: () => historyToMessages(before.messages),
    open: before.open,
    files: (turn.given ?? NO_REFERENCED_DATA).files,
  });
}

function collectApprovals(items: readonly Item[]): ApprovalDecision[] {
  return items.flatMap((item): ApprovalDecision[] => {
    if (item.type !== 'mcp_approval_response') return [];
    const callId = parseApprovalCallId(item.approval_request_id);
    if (callId === undefined) throw createUnknownApprovalError();
    return [
      { callId, approved: item.approve, ...(item.reason !== null && { reason: item.reason }) },
    ];
  });
}

function createUnknownApprovalError(): ResponsesError {
  const message =
    'no call waits for this approval: name the response that asked in previous_response_id and ' +
    'change nothing else about the request';
  return new ResponsesError(400, 'unknown_approval_request', message, 'input');
}

/** Returns whether a task still waits at the position where its response ended. */
export function isWaitingAtEnd(
  record: Pick<ResponseRecord, 'transcriptLength'>,
  task: Task,
): boolean {
  return task.state === 'input-required' && countMessages(task) === record.transcriptLength;
}

/**
 * Returns whether a request has the same agent, instructions, tools and settings, which cannot change within a
 * task.
 */
function hasSameSettingsAsPrevious({ agent, request, previous }: ResponseTurn): boolean {
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

function planNewTask(turn: ResponseTurn, conversation: History): TurnPlan {
  const { id, principal, agent, request, previous, toolSite } = turn;
  const { instructions } = request.echo;
  const traced = omitUndefined({ traceparent: turn.traceparent });
  const contextId = previous?.record.contextId ?? turn.contextId ?? request.contextId;
  const all = historyToChain(conversation);
  const message = all?.last.role === 'user' ? all.last : undefined;
  const history = (message ? all?.before : all) ?? [];
  return {
    submission: {
      agent,
      principal,
      messageId: id,
      ...omitUndefined({ contextId, message }),
      start: {
        ...(instructions !== null && { instructions }),
        history,
        clientTools: request.tools,
        ...(toolSite && { toolSite }),
        ...(Object.keys(request.settings).length > 0 && { settings: request.settings }),
        metadata: { response_id: id, request: request.remarks, ...traced },
      },
    },
    instructed: false,
  };
}

function toolMessageToCallResults(message: Message): CallResult[] {
  return message.role === 'tool' ? [{ callId: message.tool_call_id, output: message.content }] : [];
}
