import type { Artifact, JsonObject, Question } from '../../../core/index.ts';
import { brokenPromise, check, probeChecked, wrongArguments } from '../../../environment/index.ts';
import type { ToolContext, ToolEnvironment, ToolResult } from '../../../port/index.ts';
import { isInputRequest, createToolError } from '../../convert/result-to-mcp.ts';
import { toolSchemas, type CompiledEnvironment, type CompiledTool } from '../compile.ts';
import { asksFirst, nobodyToAnswer, nobodyToAsk, notAnswered } from '../asks-first.ts';
import { contextWithin } from '../context-within.ts';
import { noTask, runTool } from '../run-tool.ts';
import type { CallFacts, ToolCallContext } from '../tool-context.ts';
import { factsOf } from './caller-facts.ts';
import { roundOfQuestion, roundOfRequests, roundsOf } from './call-rounds.ts';
import { keptText, type KeptOutcome } from './kept-outcome.ts';

/**
 * The tools of an environment for tasks that are one call each. A result is kept as MCP has it, and what the
 * tool asks is asked as requests of the client that made the call.
 */
export function callerEnvironment(compiled: CompiledEnvironment): ToolEnvironment {
  const schemas = toolSchemas(compiled);
  const { humanInLoop = false } = compiled.definition;
  return {
    listTools: () => schemas,
    // A call that its caller's own user has approved needs no second yes.
    judgeCall: (_call, { task }) => (factsOf(task).approved ? { verdict: 'allow' } : undefined),
    async callTool(call, context) {
      const tool = compiled.tools.get(call.name);
      if (!tool) return { content: `there is no tool ${call.name}`, isError: true };
      return madeCall(tool, call.arguments, context, humanInLoop);
    },
    async probeTool(call, context) {
      const tool = compiled.tools.get(call.name);
      if (!tool) return 'unknown';
      const { probe } = tool.definition;
      const found = await probeChecked(probe, tool.input, call.arguments, context);
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
  const facts: CallFacts = {
    ...contextWithin(context),
    asks: canAsk,
    answers: rounds.answers,
    inputs: { ...inputs, ...rounds.inputs },
  };
  if (!facts.approved && asksFirst(tool.definition, humanInLoop)) {
    return keptAs({ result: nobodyToAsk(tool.definition) });
  }
  try {
    const ran = await runLeft(tool, args, facts, rounds.left);
    return await outcome(tool, ran, { canAsk, round: answers.length });
  } catch (thrown) {
    return keptAs(failureOf(thrown));
  }
}

type Outcome = Awaited<ReturnType<typeof runTool>>;

/** Runs the tool, or what it says of a question that the person has left unanswered. */
async function runLeft(
  tool: CompiledTool,
  args: JsonObject,
  facts: CallFacts,
  left: Question | undefined,
): Promise<Outcome> {
  const { unanswered, name } = tool.definition;
  const checked = await check(tool.input, args);
  if (!checked.ok) return failed(wrongArguments(name, checked.issues));
  if (!left) return runTool(tool, checked.value, facts);
  if (!unanswered) return failed(notAnswered(left));
  const run = (_args: never, context: ToolCallContext): unknown => unanswered(left, context);
  const definition = { ...tool.definition, run };
  return runTool({ ...tool, definition }, {}, { ...facts, answers: [] });
}

/** The place of a call in its rounds. */
interface Place {
  readonly canAsk: boolean;
  readonly round: number;
}

async function outcome(tool: CompiledTool, ran: Outcome, place: Place): Promise<ToolResult> {
  const { name } = tool.definition;
  if ('awaits' in ran) return { content: '', awaits: ran.awaits };
  if ('task' in ran) return keptAs({ result: noTask(name) });
  if ('question' in ran) return asked(name, roundOfQuestion(ran.question, place.round), place);
  const { result, artifacts } = ran;
  if (isInputRequest(result)) {
    const requests = structuredClone(result.inputRequests ?? {}) as Record<string, JsonObject>;
    return asked(name, roundOfRequests(requests, place.round), place);
  }
  if (!tool.output || result.isError === true) return keptAs({ result }, artifacts);
  const returned = await check(tool.output, result.structuredContent);
  if (returned.ok) return keptAs({ result }, artifacts);
  return keptAs({ result: createToolError(brokenPromise(name, returned.issues)) });
}

function asked(name: string, question: Question, { canAsk }: Place): ToolResult {
  if (canAsk) return { content: '', question };
  return keptAs({ result: nobodyToAnswer(name, question) });
}

function failed(text: string): Outcome {
  return { result: createToolError(text), artifacts: [] };
}

function keptAs(kept: KeptOutcome, artifacts: readonly Artifact[] = []): ToolResult {
  const isError = 'error' in kept || kept.result.isError === true;
  return {
    content: keptText(kept),
    ...(isError && { isError }),
    ...(artifacts.length > 0 && { artifacts }),
  };
}

/** An error of the protocol stays one; of any other, the model reads the message. */
function failureOf(thrown: unknown): KeptOutcome {
  if (!(thrown instanceof Error)) return { result: createToolError(String(thrown)) };
  const { message } = thrown;
  const code = 'code' in thrown ? thrown.code : undefined;
  const isProtocols = thrown.name === 'ProtocolError' && typeof code === 'number';
  return isProtocols ? { error: { code, message } } : { result: createToolError(message) };
}
