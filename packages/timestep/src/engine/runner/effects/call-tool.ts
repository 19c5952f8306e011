// Fast code: values that are already available are not awaited; see `call-model.ts`.
import {
  describeTooDeep,
  hasRemoteTask,
  isNestedTooDeep,
  isThenable,
  MAX_VALUE_DEPTH,
  parseArguments,
  repairJson,
  type PlannedCall,
  type TaskEvent,
  type TaskWait,
  type ToolSchema,
  describeUnknownName,
} from '#core';
import type {
  Guard,
  CallRulingRequest,
  ToolContext,
  ToolEnvironment,
  ToolResult,
} from '#engine/port';
import { toFailure, type ToFailure } from '../failure.ts';
import { describeMalformedResult } from './check-tool-result.ts';
import { applyGuards, type GuardedValue } from './apply-guards.ts';

interface ToolCallSettings {
  readonly guards?: readonly Guard[] | undefined;
  readonly reportFailure?: ToFailure;
}

/**
 * Calls a tool and returns the event of its outcome. Never rejects: a failure has an error code of
 * the eval format.
 */
export async function callTool(
  planned: PlannedCall,
  environment: ToolEnvironment,
  listed: readonly ToolSchema[],
  request: CallRulingRequest & Pick<ToolContext, 'emit' | 'recordDispatch'>,
  { guards = [], reportFailure = toFailure }: ToolCallSettings = {},
): Promise<TaskEvent> {
  const callId = planned.call.id;
  const { name, arguments: text } = planned.call.function;
  const createFailedEvent = (code: string, message: string): TaskEvent => ({
    type: 'tool.failed',
    callId,
    error: { code, message },
  });
  const tool = listed.find((one) => one.function.name === name);
  if (!tool) {
    const names = listed.map((one) => one.function.name);
    return createFailedEvent(`unknown_tool:${name}`, describeUnknownName('tool', name, names));
  }
  const args = parseArguments(text);
  if (!args)
    return createFailedEvent('invalid_tool_arguments_json', describeInvalidArguments(text));
  try {
    const { key, attempt, approved, answers, awaited, dispatch } = planned;
    const invocation = { id: callId, name, arguments: args };
    const calling = {
      ...request,
      key,
      attempt,
      approved,
      ...(answers && { answers }),
      ...(awaited && { awaited }),
      ...(dispatch && { dispatch }),
    };
    // If an earlier attempt was interrupted, the tool is asked whether that attempt ran.
    const found =
      attempt > 1 && tool.replay === 'probe' && !hasRemoteTask(planned)
        ? await (environment.probeTool?.(invocation, calling) ?? 'unknown')
        : 'not-run';
    if (found === 'unknown')
      return createFailedEvent('interrupted', 'the call was cut off and may have run');
    const result = found === 'not-run' ? await environment.callTool(invocation, calling) : found;
    const malformed = describeMalformedResult(result);
    if (malformed !== undefined) throw new Error(`the tool returned ${malformed}`);
    if (result.question) {
      const question = repairJson(result.question, MAX_VALUE_DEPTH);
      return { type: 'question.asked', callId, question };
    }
    if (result.thrown !== undefined && !request.signal.aborted)
      reportFailure(result.thrown, 'tool_failed', name);
    if (result.awaits) return buildSuspensionOrFailureEvent(callId, result.awaits);
    const passing = applyGuards<ToolResult>(
      guards,
      { phase: 'after-tool', callId },
      result,
      (guard, left) => guard.afterTool?.(left, invocation, request),
    );
    return guardedResultToEvent(callId, isThenable(passing) ? await passing : passing);
  } catch (thrown) {
    // An interrupted tool is expected to throw, so its error is not reported.
    const convert = request.signal.aborted ? toFailure : reportFailure;
    const message = convert(thrown, 'tool_failed', name).message.toWellFormed();
    return createFailedEvent(message, message);
  }
}

function describeInvalidArguments(text: string): string {
  if (!isNestedTooDeep(text)) return `arguments must be a JSON object: ${text}`;
  return `arguments must be a JSON object, and these are ${describeTooDeep()}: ${text}`;
}

function guardedResultToEvent(
  callId: string,
  { value, records, stoppedBy }: GuardedValue<ToolResult>,
): TaskEvent {
  const guarded = records.length > 0 ? { guarded: records } : {};
  // If a guard asked a question about a result, the call would be repeated; so the result is withheld instead.
  if (stoppedBy) {
    const error = { code: 'blocked', message: stoppedBy.reason };
    return { type: 'tool.failed', callId, error, ...guarded };
  }
  if (!value.isError) {
    const event = buildReturnedEvent(
      callId,
      hasChangingGuard(records) ? withoutAppData(value) : value,
    );
    return records.length > 0 ? { ...event, ...guarded } : event;
  }
  const message = value.content.toWellFormed();
  const error = { code: message, message };
  return { type: 'tool.failed', callId, error, ...guarded };
}

function hasChangingGuard(records: GuardedValue<ToolResult>['records']): boolean {
  return records.some(({ action }) => action === 'change');
}

/**
 * Removes the data that is only for the MCP App of a result, because a guard that changed the text has not
 * checked it.
 */
function withoutAppData(result: ToolResult): ToolResult {
  if (!result.app) return result;
  const { data: _data, ...app } = result.app;
  return { ...result, app };
}

/** Builds the event of a call that waits for another task. With an invalid deadline, the call fails: it would never end. */
function buildSuspensionOrFailureEvent(callId: string, awaits: TaskWait): TaskEvent {
  const { task_id: taskId, until = 0 } = awaits;
  if (typeof taskId === 'string' && Number.isSafeInteger(Math.round(until))) {
    return { type: 'call.suspended', callId, awaits };
  }
  const message =
    'the tool returned an invalid wait: task_id must be a string, and until a time in milliseconds since the epoch';
  return { type: 'tool.failed', callId, error: { code: message, message } };
}

function buildReturnedEvent(
  callId: string,
  { content, attachments, artifacts, offers, app }: ToolResult,
): Extract<TaskEvent, { type: 'tool.returned' }> {
  const returned = { type: 'tool.returned', callId, content: content.toWellFormed() } as const;
  if (!attachments && !artifacts && !offers && !app) return returned;
  return {
    ...returned,
    ...(attachments && attachments.length > 0 && { attachments: repairJson(attachments) }),
    ...(artifacts && artifacts.length > 0 && { artifacts: repairJson(artifacts, MAX_VALUE_DEPTH) }),
    ...(offers && offers.length > 0 && { offers }),
    ...(app && { app: repairJson(app, MAX_VALUE_DEPTH) }),
  };
}
