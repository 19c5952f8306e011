import {
  andThen,
  isElsewhere,
  isPending,
  readArguments,
  type PlannedCall,
  type TaskEvent,
  type TaskWait,
  type ToolSchema,
} from '../core/index.ts';
import type {
  Guard,
  JudgeRequest,
  ToolContext,
  ToolEnvironment,
  ToolInvocation,
  ToolResult,
} from '../port/index.ts';
import { failureOf } from './failure.ts';
import { passGuards, type Passed } from './pass-guards.ts';

/**
 * Makes one tool call and returns its outcome. It never rejects: an unknown tool, arguments that
 * are not a JSON object and an exception of the tool are all results that the model reads. The
 * error codes are those of the eval format.
 */
export async function callTool(
  planned: PlannedCall,
  environment: ToolEnvironment,
  listed: readonly ToolSchema[],
  request: JudgeRequest & Pick<ToolContext, 'emit'>,
  guards: readonly Guard[] = [],
): Promise<TaskEvent> {
  const callId = planned.call.id;
  const { name, arguments: text } = planned.call.function;
  const failed = (code: string, message: string): TaskEvent => ({
    type: 'tool.failed',
    callId,
    error: { code, message },
  });
  const tool = listed.find((one) => one.function.name === name);
  if (!tool) return failed(`unknown_tool:${name}`, `there is no tool ${name}`);
  const args = readArguments(text);
  if (!args)
    return failed('invalid_tool_arguments_json', `arguments must be a JSON object: ${text}`);
  try {
    const { key, attempt, approved, answers, awaited } = planned;
    const invocation = { id: callId, name, arguments: args };
    const earlier = { ...(answers && { answers }), ...(awaited && { awaited }) };
    const calling = { ...request, key, attempt, approved, ...earlier };
    // An earlier attempt was cut off: only the tool knows what happened to it.
    const found =
      attempt > 1 && tool.replay === 'probe' && !isElsewhere(planned)
        ? await (environment.probeTool?.(invocation, calling) ?? 'unknown')
        : 'not-run';
    if (found === 'unknown') return failed('interrupted', 'the call was cut off and may have run');
    const result = found === 'not-run' ? await environment.callTool(invocation, calling) : found;
    const outcome = guardedOutcome(result, invocation, guards, request);
    return isPending(outcome) ? await outcome : outcome;
  } catch (thrown) {
    const failure = failureOf(thrown, 'tool_failed');
    return failed(failure.message, failure.message);
  }
}

/** The outcome of a call, after guards have looked at its result. */
function guardedOutcome(
  result: ToolResult,
  call: ToolInvocation,
  guards: readonly Guard[],
  request: JudgeRequest,
): Promise<TaskEvent> | TaskEvent {
  const callId = call.id;
  if (result.question) return { type: 'question.asked', callId, question: result.question };
  if (result.awaits) return suspension(callId, result.awaits);
  const passing = passGuards<ToolResult>(
    guards,
    { phase: 'after-tool', callId },
    result,
    (guard, left) => guard.afterTool?.(left, call, request),
  );
  return andThen(passing, (passed) => outcomeOfPassed(callId, passed));
}

/** The outcome of a call whose result guards have left as it now is. */
function outcomeOfPassed(callId: string, { thing, records, stop }: Passed<ToolResult>): TaskEvent {
  const guarded = records.length > 0 ? { guarded: records } : {};
  // A question about a result that exists would make the call again, so the result is withheld.
  if (stop) {
    const error = { code: 'blocked', message: stop.reason };
    return { type: 'tool.failed', callId, error, ...guarded };
  }
  if (!thing.isError) return { ...outcomeOf(callId, thing), ...guarded };
  const error = { code: thing.content, message: thing.content };
  return { type: 'tool.failed', callId, error, ...guarded };
}

/** A call begins to wait. A time that cannot be kept would leave the task without a way on. */
function suspension(callId: string, awaits: TaskWait): TaskEvent {
  const { task_id: taskId, until = 0 } = awaits;
  if (typeof taskId === 'string' && Number.isSafeInteger(Math.round(until))) {
    return { type: 'call.suspended', callId, awaits };
  }
  const message = 'a tool waits for the id of a task, until milliseconds since the epoch';
  return { type: 'tool.failed', callId, error: { code: message, message } };
}

function outcomeOf(
  callId: string,
  { content, attachments, artifacts, offers }: ToolResult,
): Extract<TaskEvent, { type: 'tool.returned' }> {
  return {
    type: 'tool.returned',
    callId,
    content,
    ...(attachments && attachments.length > 0 && { attachments }),
    ...(artifacts && artifacts.length > 0 && { artifacts }),
    ...(offers && offers.length > 0 && { offers }),
  };
}
