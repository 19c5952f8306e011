import type { Artifact, JsonObject, Question } from '#core';
import { executeToolCall, type CompiledTool, type ToolCallOutcome } from '#engine/tools';
import type { ToolContext, ToolEnvironment, ToolResult } from '#engine/port';
import { isInputRequest, createToolError } from '../../convert/result-to-mcp.ts';
import { createNoUserError } from '../calls/call-messages.ts';
import type { CompiledEnvironment } from '../compile.ts';
import { createLocalTools } from '../local-environment.ts';
import { parseMcpForm, outcomeToMcp } from '../calls/outcome-to-mcp.ts';
import { createLocalContext, type CallerContext } from '../calls/tool-context.ts';
import { withElicitation, requestsToQuestion, collectResponses } from './call-responses.ts';
import { readCallerFacts } from './caller-facts.ts';
import { formatStoredOutcome, type StoredOutcome } from './stored-outcome.ts';

/** Creates an environment whose questions become requests to the client that made the call. */
export function createCallerEnvironment(compiled: CompiledEnvironment): ToolEnvironment {
  const { humanInLoop = false } = compiled.definition;
  const { probeTool, ...tools } = createLocalTools(compiled, (tool, args, context) =>
    runCall(tool, args, context, humanInLoop),
  );
  return {
    ...tools,
    // A call that the caller's user has already approved needs no second approval.
    judgeCall: (_call, { task }) =>
      readCallerFacts(task).approved ? { verdict: 'allow' } : undefined,
    async probeTool(call, context) {
      const found = await probeTool(call, context);
      if (typeof found === 'string') return found;
      const { content: text, isError = false } = found;
      return storedOutcomeToResult({ result: { content: [{ type: 'text', text }], isError } });
    },
  };
}

async function runCall(
  tool: CompiledTool,
  args: JsonObject,
  context: ToolContext,
  humanInLoop: boolean,
): Promise<ToolResult> {
  const { answers = [] } = context;
  const rounds = collectResponses(answers);
  if (rounds.open) return { content: '', question: rounds.open };
  const { canAsk, inputs } = readCallerFacts(context.task);
  const caller: CallerContext = {
    ...createLocalContext(context),
    asks: canAsk,
    answers: rounds.answers,
    inputs: { ...inputs, ...rounds.inputs },
  };
  const ran = await executeToolCall(tool, args, {
    context: caller,
    humanInLoop,
    left: rounds.left,
    ownResult: parseMcpForm,
  });
  return outcomeToStoredResult(tool, ran, { canAsk, round: answers.length });
}

interface RoundFacts {
  readonly canAsk: boolean;
  readonly round: number;
}

function outcomeToStoredResult(
  tool: CompiledTool,
  ran: ToolCallOutcome,
  facts: RoundFacts,
): ToolResult {
  const { name } = tool;
  if (ran.is === 'waits') return { content: '', awaits: ran.awaits };
  if (ran.is === 'question')
    return createQuestionResult(name, withElicitation(ran.question, facts.round), facts);
  if (ran.is === 'failed' && ran.code === 'threw')
    return storedOutcomeToResult(errorToStoredOutcome(ran.thrown));
  const result = outcomeToMcp(tool, ran);
  if (isInputRequest(result)) {
    const requests = structuredClone(result.inputRequests ?? {}) as Record<string, JsonObject>;
    return createQuestionResult(name, requestsToQuestion(requests, facts.round), facts);
  }
  return storedOutcomeToResult({ result }, 'artifacts' in ran ? ran.artifacts : []);
}

function createQuestionResult(
  name: string,
  question: Question,
  { canAsk }: RoundFacts,
): ToolResult {
  if (canAsk) return { content: '', question };
  return storedOutcomeToResult({ result: createNoUserError(name, question) });
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

/** Converts an error. Only a protocol error stays an error; others become results for the model. */
function errorToStoredOutcome(thrown: unknown): StoredOutcome {
  if (!(thrown instanceof Error)) return { result: createToolError(String(thrown)) };
  const { message } = thrown;
  const code = 'code' in thrown ? thrown.code : undefined;
  const isProtocols = thrown.name === 'ProtocolError' && typeof code === 'number';
  return isProtocols ? { error: { code, message } } : { result: createToolError(message) };
}
