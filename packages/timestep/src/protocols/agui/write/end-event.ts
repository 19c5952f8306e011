import {
  getFinalOutput,
  listCallsAwaitingClient,
  type Task,
  type Usage,
  listCallsAwaitingAnswer,
  listCallsAwaitingApproval,
  getEffectiveCall,
  formatApprovalQuestion,
  formatQuestion,
  omitUndefined,
  parseArguments,
  toShownCall,
  type CallState,
  type JsonObject,
  type Question,
} from '#core';
import type { EndEvent, RunOutcome, TokenUsage, Interrupt } from '../wire/agui-event.ts';
import { formatInterruptId, PARKED } from '../wire/interrupt-id.ts';

export interface EndedRun {
  readonly threadId: string;
  readonly runId: string;
  readonly before: Usage;
}

/** Builds the last event of a run (AG-UI 1.0, Runs and Steps). */
export function buildEndEvent({ threadId, runId, before }: EndedRun, task: Task): EndEvent {
  const usage = computeRunUsage(before, task.usage);
  const spent = usage && { usage: [usage] };
  const ended = { type: 'RUN_FINISHED', threadId, runId } as const;
  const canceled = { type: 'cancelled' } as const;
  switch (task.state) {
    case 'completed': {
      const result = getFinalOutput(task);
      const event = { ...ended, outcome: { type: 'success' } as const, ...spent };
      return omitUndefined({ ...event, result });
    }
    case 'input-required':
      return { ...ended, outcome: buildInterruptOrPendingOutcome(task), ...spent };
    case 'canceled':
    case 'submitted':
    case 'working':
      return { ...ended, outcome: canceled, ...spent };
    case 'failed':
    case 'rejected': {
      const { reason = 'error', error } = task.end ?? {};
      if (isLimitReason(reason)) {
        return { ...ended, outcome: canceled, ...spent, metadata: { reason } };
      }
      const { code = reason, message = 'the agent failed' } = error ?? {};
      return { type: 'RUN_ERROR', code, message, ...spent };
    }
  }
}

/**
 * Adapts the last event of a run to the client's version. Clients before 1.0 accept only two outcomes, an interrupt
 * and a success without other fields, and fail on others.
 */
export function toReadableEvent(
  event: EndEvent,
  { protocolVersion }: { readonly protocolVersion: string | undefined },
): EndEvent {
  if (protocolVersion !== undefined || event.type !== 'RUN_FINISHED') return event;
  const { outcome, ...rest } = event;
  switch (outcome?.type) {
    case 'success':
      return { ...event, outcome: { type: 'success' } };
    case 'cancelled':
      return rest;
    case 'interrupt':
    case undefined:
      return event;
  }
}

/** Returns whether a task ended because of a limit. Its run then counts as canceled, not as failed. */
function isLimitReason(reason: string): boolean {
  return reason === 'max_steps' || reason === 'time_limit' || reason === 'budget';
}

function buildInterruptOrPendingOutcome(task: Task): RunOutcome {
  const interrupts = listInterrupts(task);
  if (interrupts.length > 0) return { type: 'interrupt', interrupts };
  const pendingToolCallIds = listCallsAwaitingClient(task).map(({ call }) => call.id);
  return { type: 'success', ...(pendingToolCallIds.length > 0 && { pendingToolCallIds }) };
}

function computeRunUsage(before: Usage, after: Usage): TokenUsage | undefined {
  const computeIncrease = (count: (usage: Usage) => number | undefined): number =>
    (count(after) ?? 0) - (count(before) ?? 0);
  const inputTokens = computeIncrease((usage) => usage.prompt_tokens);
  const outputTokens = computeIncrease((usage) => usage.completion_tokens);
  if (inputTokens + outputTokens === 0) return undefined;
  const reasoning = computeIncrease((usage) => usage.completion_tokens_details?.reasoning_tokens);
  const cached = computeIncrease((usage) => usage.prompt_tokens_details?.cached_tokens);
  const written = computeIncrease((usage) => usage.prompt_tokens_details?.cache_write_tokens);
  return omitUndefined({
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    reasoningTokens: reasoning > 0 ? reasoning : undefined,
    cachedInputTokens: cached > 0 ? cached : undefined,
    cacheWriteInputTokens: written > 0 ? written : undefined,
  });
}

const DECISION_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    approved: { type: 'boolean' },
    reason: { type: 'string', description: 'Why the call is denied. The model reads it.' },
    arguments: { type: 'object', description: 'Arguments that replace those of the model.' },
    scope: { enum: ['once', 'session', 'always'] },
    covers: {
      description: 'Which later calls of the tool the approval covers. Default: tool.',
      oneOf: [
        { enum: ['arguments', 'tool'] },
        { type: 'object', properties: { rule: { type: 'string' } }, required: ['rule'] },
      ],
    },
    digest: { type: 'string', description: 'The digest of this interrupt.' },
  },
  required: ['approved'],
};

/**
 * Lists the interrupts of a waiting task: all approval requests and the oldest question of a tool,
 * or the question whether a stopped task should continue.
 */
export function listInterrupts(task: Task): Interrupt[] {
  if (task.parked) return [createQuestionInterrupt(task.id, PARKED, task.parked.question)];
  const approvals = listCallsAwaitingApproval(task).map((state) =>
    createApprovalInterrupt(task.id, state),
  );
  const [asking] = listCallsAwaitingAnswer(task);
  if (!asking?.question) return approvals;
  return [...approvals, createQuestionInterrupt(task.id, asking.call.id, asking.question)];
}

function createApprovalInterrupt(taskId: string, state: CallState): Interrupt {
  const { id: callId, function: called } = getEffectiveCall(state);
  const { name, arguments: text } = called;
  const { tool } = state.judged ?? {};
  return {
    id: formatInterruptId({ kind: 'approval', taskId, callId }),
    reason: 'tool_call',
    message: formatApprovalQuestion([toShownCall(state)]),
    toolCallId: callId,
    responseSchema: DECISION_SCHEMA,
    metadata: { name, arguments: parseArguments(text) ?? text, ...(tool && { digest: tool.call }) },
  };
}

function createQuestionInterrupt(taskId: string, callId: string, question: Question): Interrupt {
  const { options, schema } = question;
  const isOfCall = callId !== PARKED;
  return {
    id: formatInterruptId({ kind: 'question', taskId, callId }),
    reason: 'input_required',
    message: formatQuestion(question),
    ...(isOfCall && { toolCallId: callId }),
    responseSchema: schema ?? { type: 'string' },
    ...(options && { metadata: { options } }),
  };
}
