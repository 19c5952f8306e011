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
import { parseAnswers, parseQuestion, questionToMcp } from '../convert/call-data.ts';
import { elicitationToAnswer, questionToElicitation } from '../convert/question-to-elicitation.ts';
import { nobodyToAnswer } from './call-words.ts';
import type { CallerContext, McpCall } from './tool-context.ts';

/** The key of the elicitation with which a question of a tool is asked. */
const QUESTION = 'question';

/** The questions of one call over MCP and their answers, through all of its rounds. */
export interface CallDialog {
  /** A question that the person has left unanswered. */
  readonly left: () => Question | undefined;
  /** The context of the tool in this round. */
  readonly context: () => CallerContext;
  /**
   * Asks the caller: in a result if it says that it asks by itself, by elicitation if it offers that, and else not,
   * which is an error in words. `undefined`: the question is answered or left by now.
   */
  readonly ask: (question: Question) => Promise<CallToolResult | InputRequiredResult | undefined>;
}

/** Begins with what the caller has answered in earlier rounds of the same call. */
export function openDialog(name: string, args: JsonObject, caller: CallerContext): CallDialog {
  const { mcp, key } = caller;
  const digest = digestOf(name, args);
  const earlier = mcp && answeredEarlier(mcp.request, digest);
  let left = earlier?.left;
  const given: QuestionAnswer[] = [...(earlier?.answers ?? [])];

  return {
    left: () => left,
    context() {
      const round = left ? 0 : given.length;
      if (round === 0) return caller;
      return {
        ...caller,
        answers: [...caller.answers, ...given],
        key: key === undefined ? key : `${key}:${round}`,
        mcp: mcp && remembering(mcp, digest, given),
      };
    },
    async ask(question) {
      if (caller.asks) return questionToMcp(question);
      if (mcp?.peer.capabilities?.elicitation === undefined) return nobodyToAnswer(name, question);
      if (mcp.peer.era === 'modern') {
        return askInResult(question, { of: digest(), given, open: question }, mcp);
      }
      const answer = await askByRequest(question, mcp, caller.signal);
      if (answer) given.push(answer);
      else left = question;
      return undefined;
    },
  };
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

/** The answers that a call brings from its earlier rounds; `left` is a question that was not answered. */
function answeredEarlier(
  { mcpReq: { inputResponses, requestState } }: ServerContext,
  digest: () => string,
): { readonly answers: readonly QuestionAnswer[]; readonly left?: Question } {
  const rounds = requestState<{ readonly rounds?: Rounds }>()?.rounds;
  if (!rounds || rounds.of !== digest()) return { answers: [] };
  const given = parseAnswers(rounds.given);
  const open = parseQuestion(rounds.open);
  if (!open) return { answers: given };
  const response = inputResponse(inputResponses, QUESTION);
  const content = response.kind === 'elicit' && response.action === 'accept' && response.content;
  if (!content) return { answers: given, left: open };
  return { answers: [...given, elicitationToAnswer(content as JsonObject, open)] };
}

/** Keeps the answers in whatever a tool remembers between rounds of its own. */
function remembering(
  mcp: McpCall,
  digest: () => string,
  given: readonly QuestionAnswer[],
): McpCall {
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

/** The digest of a call before it is made, which few calls need: a tool may change its arguments. */
function digestOf(name: string, args: unknown): () => string {
  const text = JSON.stringify([name, args]);
  return () => createHash('sha256').update(text).digest('base64url');
}
