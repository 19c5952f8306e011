import { createHash } from 'node:crypto';
import {
  inputRequired,
  inputResponse,
  type CallToolResult,
  type ElicitResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import {
  isJsonObject,
  type JsonObject,
  type Question,
  type QuestionAnswer,
} from '../../core/index.ts';
import { artifactsToBlocks } from '../convert/artifact-blocks.ts';
import { parseAnswers, parseQuestion, questionToMcp } from '../convert/call-data.ts';
import { elicitationToAnswer, questionToElicitation } from '../convert/question-to-elicitation.ts';
import { isInputRequest, createToolError } from '../convert/result-to-mcp.ts';
import { nobodyToAnswer, notAnswered } from './asks-first.ts';
import type { CompiledTool } from './compile.ts';
import { callTaskToMcp, type CreateTaskResult } from './call-tasks/call-task-to-mcp.ts';
import { runTool } from './run-tool.ts';
import type { CallFacts, McpCall, ToolCallContext } from './tool-context.ts';

/** The key of the elicitation with which a question of a tool is asked. */
const QUESTION = 'question';

/**
 * Runs a tool for a call over MCP. A question of the tool goes to the caller: as a result where the caller
 * says that it asks by itself, as an elicitation where it offers that, and else as an error in words.
 */
export async function runAsking(
  tool: CompiledTool,
  args: unknown,
  context: CallFacts,
): Promise<CallToolResult | InputRequiredResult | CreateTaskResult> {
  const { name } = tool.definition;
  const { mcp, key } = context;
  const digest = digestOf(name, args);
  const earlier = mcp && answeredEarlier(mcp.request, digest);
  if (earlier?.refused) return unanswered(tool, earlier.refused, context);
  const answers = [...context.answers, ...(earlier?.answers ?? [])];
  for (;;) {
    const round = answers.length - context.answers.length;
    const facts: CallFacts = {
      ...context,
      answers,
      key: key === undefined || round === 0 ? key : `${key}:${round}`,
      mcp: mcp && remembering(mcp, digest, answers.slice(context.answers.length)),
    };
    const ran = await runTool(tool, args, facts);
    if ('awaits' in ran) return cannotWait(name);
    if ('task' in ran) return callTaskToMcp(ran.task);
    if (!('question' in ran)) return withArtifacts(ran);
    const { question } = ran;
    if (context.asks) return questionToMcp(question);
    if (mcp?.peer.capabilities?.elicitation === undefined) return nobodyToAnswer(name, question);
    if (mcp.peer.era === 'modern') {
      const given = answers.slice(context.answers.length);
      return askInResult(question, { of: digest(), given, open: question }, mcp);
    }
    const answer = await askByRequest(question, mcp, context.signal);
    if (!answer) return unanswered(tool, question, context);
    answers.push(answer);
  }
}

export function withArtifacts({ result, artifacts }: ToolRun): ToolRun['result'] {
  if (isInputRequest(result) || artifacts.length === 0) return result;
  return { ...result, content: [...result.content, ...artifactsToBlocks(artifacts)] };
}

type ToolRun = Extract<Awaited<ReturnType<typeof runTool>>, { readonly result: unknown }>;

function cannotWait(name: string): CallToolResult {
  const why = `tool ${name} waits for a task, which only a call by an agent of the same runner can do`;
  return createToolError(why);
}

/** What is kept between the rounds of a call that asks. */
interface Rounds {
  /** Digest of the tool and its arguments. */
  readonly of: string;
  readonly given: readonly QuestionAnswer[];
  /** The question that waits for an answer. */
  readonly open?: Question;
}

async function askInResult(
  question: Question,
  rounds: Rounds,
  mcp: McpCall,
): Promise<InputRequiredResult> {
  return inputRequired({
    inputRequests: { [QUESTION]: inputRequired.elicit(questionToElicitation(question)) },
    requestState: await mcp.remember({ rounds }),
  });
}

/** The answers that a call brings from its earlier rounds; `refused` is a question left unanswered. */
function answeredEarlier(
  { mcpReq: { inputResponses, requestState } }: ServerContext,
  digest: () => string,
): { readonly answers: readonly QuestionAnswer[]; readonly refused?: Question } {
  const rounds = requestState<{ readonly rounds?: Rounds }>()?.rounds;
  if (!rounds || rounds.of !== digest()) return { answers: [] };
  const given = parseAnswers(rounds.given);
  const open = parseQuestion(rounds.open);
  if (!open) return { answers: given };
  const response = inputResponse(inputResponses, QUESTION);
  const content = response.kind === 'elicit' && response.action === 'accept' && response.content;
  if (!content) return { answers: given, refused: open };
  return { answers: [...given, elicitationToAnswer(content as JsonObject, open)] };
}

/** Keeps the answers in whatever a tool remembers between rounds of its own. */
function remembering(
  mcp: McpCall,
  digest: () => string,
  given: readonly QuestionAnswer[],
): McpCall {
  if (given.length === 0) return mcp;
  const kept: Rounds = { of: digest(), given };
  return {
    ...mcp,
    remember: (data) => mcp.remember(isJsonObject(data) ? { rounds: kept, ...data } : data),
  };
}

async function askByRequest(
  question: Question,
  mcp: McpCall,
  signal: AbortSignal,
): Promise<QuestionAnswer | undefined> {
  const given = await asked(mcp, question, signal);
  if (given?.action !== 'accept' || !given.content) return undefined;
  return elicitationToAnswer(given.content, question);
}

/** A client that cannot show the question after all, or not in time, has left it unanswered. */
async function asked(
  { request }: McpCall,
  question: Question,
  signal: AbortSignal,
): Promise<ElicitResult | undefined> {
  const params = { mode: 'form', ...questionToElicitation(question) } as const;
  try {
    return await request.mcpReq.send({ method: 'elicitation/create', params }, { signal });
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    return undefined;
  }
}

/** What the tool says of a question that the person has left, or an error where it says nothing. */
async function unanswered(
  tool: CompiledTool,
  question: Question,
  context: CallFacts,
): Promise<CallToolResult | InputRequiredResult> {
  const { unanswered: leave } = tool.definition;
  const failure = createToolError(notAnswered(question));
  if (!leave) return failure;
  const run = (_args: never, facts: ToolCallContext): unknown => leave(question, facts);
  const definition = { ...tool.definition, run };
  const ran = await runTool({ ...tool, definition }, {}, { ...context, answers: [] });
  return 'result' in ran ? withArtifacts(ran) : failure;
}

/** The digest of a call as it is now, which few calls need: a tool may change its arguments. */
function digestOf(name: string, args: unknown): () => string {
  const text = JSON.stringify([name, args]);
  return () => createHash('sha256').update(text).digest('base64url');
}
