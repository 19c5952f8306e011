import type { Artifact, JsonObject } from '#core';
import { executeToolCall, type CompiledTool, type ToolCallOutcome } from '#engine/tools';
import type { ToolContext, ToolEnvironment, ToolResult } from '#engine/port';
import { isInputRequest, createToolError } from '../../convert/result-to-mcp.ts';
import { createNoUserError } from '../calls/call-messages.ts';
import type { CompiledEnvironment } from '../compile.ts';
import { createEnvironmentMethods } from '../local-environment.ts';
import { parseProtocolResult, outcomeToPlainMcpResult } from '../calls/outcome-to-mcp.ts';
import { createLocalContext, type CallerContext } from '../calls/tool-context.ts';
import { addElicitationState, requestsToQuestion, collectResponses } from './call-responses.ts';
import { readCallerFactsOfTask } from './caller-facts.ts';
import { formatStoredOutcome, type StoredOutcome } from './stored-outcome.ts';

/** Creates an environment for calls that run as tasks. Questions of its tools become requests to the MCP client. */
export function createCallerEnvironment(compiled: CompiledEnvironment): ToolEnvironment {
  const { humanInLoop = false } = compiled.definition;
  const { probeTool, ...tools } = createEnvironmentMethods(compiled, (tool, args, context) =>
    runToolCallOfTask(tool, args, context, humanInLoop),
  );
  return {
    ...tools,
    // A call that the caller's user has already approved needs no second approval.
    judgeCall: (_call, { task }) =>
      readCallerFactsOfTask(task).approved ? { verdict: 'allow' } : undefined,
    async probeTool(call, context) {
      const found = await probeTool(call, context);
      if (typeof found === 'string') return found;
      const { content: text, isError = false } = found;
      return storedOutcomeToResult({ result: { content: [{ type: 'text', text }], isError } });
    },
  };
}

async function runToolCallOfTask(
  tool: CompiledTool,
  args: JsonObject,
  context: ToolContext,
  humanInLoop: boolean,
): Promise<ToolResult> {
  const { answers: given = [] } = context;
  const { open, left, answers, inputs } = collectResponses(given);
  if (open) return { content: '', question: open };
  const facts = readCallerFactsOfTask(context.task);
  const caller: CallerContext = {
    ...createLocalContext(context),
    asks: facts.canAsk,
    answers,
    inputs: { ...facts.inputs, ...inputs },
  };
  const options = { context: caller, humanInLoop, left, ownResult: parseProtocolResult };
  const ran = await executeToolCall(tool, args, options);
  const result = outcomeToStoredResult(tool, ran, given.length);
  if (!result.question || facts.canAsk) return result;
  return storedOutcomeToResult({ result: createNoUserError(tool.name, result.question) });
}

/** Converts a call's outcome to the stored result. `round` is the number of the tool's earlier questions. */
function outcomeToStoredResult(
  tool: CompiledTool,
  ran: ToolCallOutcome,
  round: number,
): ToolResult {
  if (ran.is === 'waits') return { content: '', awaits: ran.awaits };
  if (ran.is === 'question')
    return { content: '', question: addElicitationState(ran.question, round) };
  if (ran.is === 'failed' && ran.code === 'threw')
    return { ...storedOutcomeToResult(errorToStoredOutcome(ran.thrown)), thrown: ran.thrown };
  const result = outcomeToPlainMcpResult(tool, ran);
  if (isInputRequest(result)) {
    const requests = structuredClone(result.inputRequests ?? {}) as Record<string, JsonObject>;
    return { content: '', question: requestsToQuestion(requests, round) };
  }
  return storedOutcomeToResult({ result }, 'artifacts' in ran ? ran.artifacts : []);
}

function storedOutcomeToResult(
  kept: StoredOutcome,
  artifacts: readonly Artifact[] = [],
): ToolResult {
  const isError = 'error' in kept || kept.result.isError === true;
  return {
    content: formatStoredOutcome(kept),
    ...(isError && { isError }),
    ...(artifacts.length > 0 && { artifacts }),
  };
}

/** Converts a thrown error. A protocol error stays an error; others become results for the model. */
function errorToStoredOutcome(thrown: unknown): StoredOutcome {
  if (!(thrown instanceof Error)) return { result: createToolError(String(thrown)) };
  const { message } = thrown;
  const code = 'code' in thrown ? thrown.code : undefined;
  const isProtocols = thrown.name === 'ProtocolError' && typeof code === 'number';
  return isProtocols ? { error: { code, message } } : { result: createToolError(message) };
}
