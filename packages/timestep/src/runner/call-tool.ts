import { readArguments, type PlannedCall, type TaskEvent, type ToolSchema } from '../core/index.ts';
import type { ToolContext, ToolEnvironment, ToolResult } from '../port/index.ts';
import { failureOf } from './failure.ts';

/**
 * Makes one tool call and returns its outcome. It never rejects: an unknown tool, arguments that
 * are not a JSON object and an exception of the tool are all results that the model reads. The
 * error codes are those of the eval format.
 */
export async function callTool(
  planned: PlannedCall,
  environment: ToolEnvironment,
  listed: readonly ToolSchema[],
  context: Omit<ToolContext, 'key' | 'attempt' | 'approved' | 'answers'>,
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
    const { key, attempt, approved, answers } = planned;
    const invocation = { id: callId, name, arguments: args };
    const calling = { ...context, key, attempt, approved, ...(answers && { answers }) };
    // An earlier attempt was cut off: only the tool knows what happened to it.
    const found =
      attempt > 1 && tool.replay === 'probe'
        ? await (environment.probeTool?.(invocation, calling) ?? 'unknown')
        : 'not-run';
    if (found === 'unknown') return failed('interrupted', 'the call was cut off and may have run');
    const result = found === 'not-run' ? await environment.callTool(invocation, calling) : found;
    return result.isError ? failed(result.content, result.content) : outcomeOf(callId, result);
  } catch (thrown) {
    const failure = failureOf(thrown, 'tool_failed');
    return failed(failure.message, failure.message);
  }
}

function outcomeOf(
  callId: string,
  { content, question, artifacts, offers }: ToolResult,
): TaskEvent {
  if (question) return { type: 'question.asked', callId, question };
  return {
    type: 'tool.returned',
    callId,
    content,
    ...(artifacts && artifacts.length > 0 && { artifacts }),
    ...(offers && offers.length > 0 && { offers }),
  };
}
