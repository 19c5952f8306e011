import type { Artifact, JsonObject, Question } from '../../../core/index.ts';
import { makeCall, type CompiledTool, type Ran } from '../../../environment/index.ts';
import type { ToolContext, ToolEnvironment, ToolResult } from '../../../port/index.ts';
import { mcpFormOf, ranToMcp } from '../ran-to-mcp.ts';
import { asksForInput, toolError } from '../../convert/result-to-mcp.ts';
import type { CompiledEnvironment } from '../compile.ts';
import { nobodyToAnswer } from '../call-words.ts';
import { contextWithin } from '../context-within.ts';
import type { CallerContext } from '../tool-context.ts';
import { toolsWithin } from '../within.ts';
import { factsOf } from './caller-facts.ts';
import { roundOfQuestion, roundOfRequests, roundsOf } from './call-rounds.ts';
import { keptText, type KeptOutcome } from './kept-outcome.ts';

/**
 * Creates the tools for tasks that each run one MCP call. Results are stored in MCP's form, and the
 * tool's questions become requests to the client that made the call.
 */
export function callerEnvironment(compiled: CompiledEnvironment): ToolEnvironment {
  const { humanInLoop = false } = compiled.definition;
  const { probeTool, ...tools } = toolsWithin(compiled, (tool, args, context) =>
    madeCall(tool, args, context, humanInLoop),
  );
  return {
    ...tools,
    // A call that the caller's user has already approved needs no second approval.
    judgeCall: (_call, { task }) => (factsOf(task).approved ? { verdict: 'allow' } : undefined),
    async probeTool(call, context) {
      const found = await probeTool(call, context);
      if (typeof found === 'string') return found;
      const { content: text, isError = false } = found;
      return keptAs({ result: { content: [{ type: 'text', text }], isError } });
    },
  };
}

async function madeCall(
  tool: CompiledTool,
  args: JsonObject,
  context: ToolContext,
  humanInLoop: boolean,
): Promise<ToolResult> {
  const { answers = [] } = context;
  const rounds = roundsOf(answers);
  if (rounds.open) return { content: '', question: rounds.open };
  const { canAsk, inputs } = factsOf(context.task);
  const caller: CallerContext = {
    ...contextWithin(context),
    asks: canAsk,
    answers: rounds.answers,
    inputs: { ...inputs, ...rounds.inputs },
  };
  const ran = await makeCall(tool, args, {
    context: caller,
    humanInLoop,
    left: rounds.left,
    ownResult: mcpFormOf,
  });
  return keptResult(tool, ran, { canAsk, round: answers.length });
}

/** The round that a call has reached, and whether its client can be asked. */
interface RoundFacts {
  readonly canAsk: boolean;
  readonly round: number;
}

function keptResult(tool: CompiledTool, ran: Ran, facts: RoundFacts): ToolResult {
  const { name } = tool;
  if (ran.is === 'waits') return { content: '', awaits: ran.awaits };
  if (ran.is === 'question') return asked(name, roundOfQuestion(ran.question, facts.round), facts);
  if (ran.is === 'failed' && ran.code === 'threw') return keptAs(failureOf(ran.thrown));
  const result = ranToMcp(tool, ran);
  if (asksForInput(result)) {
    const requests = structuredClone(result.inputRequests ?? {}) as Record<string, JsonObject>;
    return asked(name, roundOfRequests(requests, facts.round), facts);
  }
  return keptAs({ result }, 'artifacts' in ran ? ran.artifacts : []);
}

function asked(name: string, question: Question, { canAsk }: RoundFacts): ToolResult {
  if (canAsk) return { content: '', question };
  return keptAs({ result: nobodyToAnswer(name, question) });
}

function keptAs(kept: KeptOutcome, artifacts: readonly Artifact[] = []): ToolResult {
  const isError = 'error' in kept || kept.result.isError === true;
  return {
    content: keptText(kept),
    ...(isError && { isError }),
    ...(artifacts.length > 0 && { artifacts }),
  };
}

/**
 * Converts a thrown error: a protocol error stays a protocol error; any other becomes an error
 * result that the model reads.
 */
function failureOf(thrown: unknown): KeptOutcome {
  if (!(thrown instanceof Error)) return { result: toolError(String(thrown)) };
  const { message } = thrown;
  const code = 'code' in thrown ? thrown.code : undefined;
  const isProtocols = thrown.name === 'ProtocolError' && typeof code === 'number';
  return isProtocols ? { error: { code, message } } : { result: toolError(message) };
}
