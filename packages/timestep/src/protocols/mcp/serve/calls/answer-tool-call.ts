import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type InputRequiredResult,
} from '@modelcontextprotocol/server';
import type { JsonObject } from '#core';
import {
  describeToolThrow,
  executeToolCall,
  formatLeftQuestion,
  type CompiledTool,
  type RanCall,
  type ToolCallOutcome,
  type ProtocolTaskOptions,
} from '#engine/tools';
import { isInputRequest, createToolError } from '../../convert/result-to-mcp.ts';
import { callTaskToMcp, type CreateTaskResult } from '../call-tasks/call-task-to-mcp.ts';
import type { CallTask, CallTasks } from '../call-tasks/call-task.ts';
import { createMissingCapabilityError } from '../call-tasks/supports-tasks.ts';
import { requestMissingApproval, canRequestApproval } from './approval.ts';
import { openCallDialog } from './call-dialog.ts';
import { createToolCannotWaitError } from './call-messages.ts';
import {
  parseProtocolResult,
  outcomeToPlainMcpResult,
  withArtifacts,
  type EndedCall,
} from './outcome-to-mcp.ts';
import type { CallerContext } from './tool-context.ts';

export interface CallSettings {
  readonly humanInLoop: boolean;
  readonly tasks: CallTasks | undefined;
  /** Callback for errors that a tool throws. */
  readonly onError: ((error: Error) => void) | undefined;
}

export type CallAnswer = CallToolResult | InputRequiredResult | CreateTaskResult;

/** Answers `tools/call` of any protocol revision. Rejects with `ProtocolError` if the call is refused. */
export async function answerToolCall(
  tool: CompiledTool,
  args: JsonObject,
  caller: CallerContext,
  settings: CallSettings,
): Promise<CallAnswer> {
  const { tasks } = settings;
  if (tasks && tool.tool.task === 'required' && !caller.outlives)
    throw createMissingCapabilityError();
  try {
    return await runAndConvertCall(tool, args, caller, settings);
  } catch (thrown) {
    if (!tasks && isUrlElicitation(thrown)) throw thrown;
    return createToolError(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

async function runAndConvertCall(
  tool: CompiledTool,
  args: JsonObject,
  caller: CallerContext,
  settings: CallSettings,
): Promise<CallAnswer> {
  const { name } = tool;
  const { humanInLoop, tasks: store } = settings;
  const dialog = openCallDialog(name, args, caller);
  const tasks: ProtocolTaskOptions = {
    canAsk: canRequestApproval(caller),
    refusesRequired: store === undefined,
    ...(store?.begin && caller.outlives && { begin: store.begin.bind(store) }),
  };
  let { approved } = caller;
  for (;;) {
    const context = dialog.getContext();
    const left = dialog.getUnanswered();
    const ran = await executeToolCall(tool, args, {
      context: approved === context.approved ? context : { ...context, approved },
      humanInLoop,
      left,
      ownResult: parseProtocolResult,
      tasks,
    });
    // When a call ends early, its tool is aborted and then expected to throw.
    if (ran.is === 'failed' && ran.code === 'threw' && !caller.signal.aborted)
      reportUnlessProtocolError(name, ran.thrown, settings);
    switch (ran.is) {
      case 'unapproved': {
        const refusal = await requestMissingApproval(name, ran.args, caller);
        if (refusal) return refusal;
        approved = true;
        break;
      }
      case 'question': {
        const asked = left
          ? createToolError(formatLeftQuestion(left))
          : await dialog.ask(ran.question);
        if (asked) return asked;
        break;
      }
      case 'waits':
        return left ? createToolError(formatLeftQuestion(left)) : createToolCannotWaitError(name);
      default:
        return outcomeToTaskOrResult(tool, ran, caller, settings);
    }
  }
}

/** Reports an error that a tool threw, except a protocol error, which is meant for the client. */
function reportUnlessProtocolError(tool: string, thrown: unknown, { onError }: CallSettings): void {
  const error = thrown instanceof ProtocolError ? undefined : describeToolThrow(tool, thrown);
  if (error) onError?.(error);
}

function outcomeToTaskOrResult(
  tool: CompiledTool,
  ran: EndedCall,
  { outlives }: CallerContext,
  { tasks }: CallSettings,
): CallAnswer {
  if (ran.is === 'task' && tasks && outlives) return callTaskToMcp(ran.task as CallTask);
  if (tasks) return outcomeToResult(tool, ran);
  if (ran.is === 'failed') return failureToResultOrThrow(tool.name, ran);
  const result = outcomeToResult(tool, ran);
  const isIncomplete =
    tool.output !== undefined &&
    !isInputRequest(result) &&
    result.isError !== true &&
    result.structuredContent === undefined;
  if (!isIncomplete) return result;
  return createMissingOutputError(tool.name, { is: 'raw', raw: result, artifacts: [] });
}

function outcomeToResult(tool: CompiledTool, ran: EndedCall): CallToolResult | InputRequiredResult {
  const result = outcomeToPlainMcpResult(tool, ran);
  return 'artifacts' in ran ? withArtifacts(result, ran.artifacts) : result;
}

/** Formats a failure as the SDK does. Rethrows URL elicitation errors. */
function failureToResultOrThrow(
  name: string,
  failure: Extract<ToolCallOutcome, { readonly is: 'failed' }>,
): CallToolResult {
  const { code, text, issues, isMissing, ran, thrown } = failure;
  switch (code) {
    case 'bad-arguments':
      return createToolError(
        `Input validation error: Invalid arguments for tool ${name}: ${issues}`,
      );
    case 'bad-result':
      if (isMissing) return createMissingOutputError(name, ran);
      return createToolError(
        `Output validation error: Invalid structured content for tool ${name}: ${issues}`,
        ran,
      );
    case 'threw':
      if (isUrlElicitation(thrown)) throw thrown;
      return createToolError(text);
    case 'only-task':
    case 'unanswered':
      return createToolError(text);
  }
}

function createMissingOutputError(name: string, ran: RanCall | undefined): CallToolResult {
  const why = `Tool ${name} has an output schema but no structured content was provided`;
  return createToolError(`Output validation error: ${why}`, ran);
}

const URL_ELICITATION_REQUIRED: number = ProtocolErrorCode.UrlElicitationRequired;

function isUrlElicitation(thrown: unknown): boolean {
  return thrown instanceof ProtocolError && thrown.code === URL_ELICITATION_REQUIRED;
}
