import { hash } from 'node:crypto';
import {
  inputRequired,
  inputResponse,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isJsonObject, type JsonObject, type Question, type QuestionAnswer } from '#core';
import type { LeftQuestion } from '#engine/tools';
import { parseAnswers, parseQuestion, questionToMcp } from '../../convert/call-data.ts';
import { elicitationToAnswer, questionToElicitation } from '../../convert/elicitation.ts';
import { createNoUserError } from './call-messages.ts';
import type { CallerContext, McpCall } from './tool-context.ts';

const QUESTION = 'question';

/** The questions that a tool asks during one MCP call, and the answers of all rounds of the call. */
export interface CallDialog {
  readonly getUnanswered: () => LeftQuestion | undefined;
  /** Context for the tool in the current round, with all answers so far. */
  readonly getContext: () => CallerContext;
  /** Returns the question to send to the caller. Undefined once the user has answered or declined. */
  readonly ask: (question: Question) => Promise<CallToolResult | InputRequiredResult | undefined>;
}

export function openCallDialog(name: string, args: JsonObject, caller: CallerContext): CallDialog {
  const { mcp, key } = caller;
  const digest = createCallHasher(name, args);
  const earlier = mcp && readAnswersIfSameCall(mcp.request, digest);
  let left = earlier?.left;
  const given: QuestionAnswer[] = [...(earlier?.answers ?? [])];

  return {
    getUnanswered: () => left,
    getContext() {
      const round = left ? 0 : given.length;
      if (round === 0) return caller;
      return {
        ...caller,
        answers: [...caller.answers, ...given],
        key: key === undefined ? key : `${key}:${round}`,
        mcp: mcp && { ...mcp, remember: addAnswersToState(mcp, { of: digest(), given }) },
      };
    },
    async ask(question) {
      if (caller.asks) return questionToMcp(question);
      if (mcp?.peer.capabilities?.elicitation === undefined)
        return createNoUserError(name, question);
      if (mcp.peer.era === 'modern') {
        return createQuestionResult(question, { of: digest(), given, open: question }, mcp);
      }
      const answer = await sendQuestionAsElicitation(question, mcp, caller.signal);
      if ('isDeclined' in answer) left = { question, isDeclined: answer.isDeclined };
      else given.push(answer.answer);
      return undefined;
    },
  };
}

/** Signed state of a call, which the client returns with the next round. */
interface DialogState {
  readonly of: string;
  readonly given: readonly QuestionAnswer[];
  readonly open?: Question;
}

async function createQuestionResult(
  question: Question,
  rounds: DialogState,
  mcp: McpCall,
): Promise<InputRequiredResult> {
  return inputRequired({
    inputRequests: { [QUESTION]: inputRequired.elicit(questionToElicitation(question)) },
    requestState: await mcp.remember({ rounds }),
  });
}

/**
 * Reads the user's answers from the signed state of an MCP call that asks in several rounds. `left` is a
 * question that is still open.
 */
function readAnswersIfSameCall(
  { mcpReq: { inputResponses, requestState } }: ServerContext,
  digest: () => string,
): { readonly answers: readonly QuestionAnswer[]; readonly left?: LeftQuestion } {
  const rounds = requestState<{ readonly rounds?: DialogState }>()?.rounds;
  if (!rounds || rounds.of !== digest()) return { answers: [] };
  const given = parseAnswers(rounds.given);
  const open = parseQuestion(rounds.open);
  if (!open) return { answers: given };
  const response = inputResponse(inputResponses, QUESTION);
  const action = response.kind === 'elicit' ? response.action : undefined;
  const content = response.kind === 'elicit' && action === 'accept' && response.content;
  const isDeclined = action === 'decline';
  if (!content) return { answers: given, left: { question: open, isDeclined } };
  return { answers: [...given, elicitationToAnswer(content as JsonObject, open)] };
}

/** Adds the user's earlier answers to the state that a tool stores between its rounds. */
function addAnswersToState({ remember }: McpCall, rounds: DialogState): McpCall['remember'] {
  return (data) => remember(isJsonObject(data) ? { rounds, ...data } : data);
}

/** Sends a question as an elicitation. After a failure or timeout, it counts as not answered. */
async function sendQuestionAsElicitation(
  question: Question,
  { request }: McpCall,
  signal: AbortSignal,
): Promise<{ readonly answer: QuestionAnswer } | Pick<LeftQuestion, 'isDeclined'>> {
  const params = { mode: 'form', ...questionToElicitation(question) } as const;
  const elicitation = { method: 'elicitation/create', params } as const;
  try {
    const { action, content } = await request.mcpReq.send(elicitation, { signal });
    if (action === 'accept' && content) return { answer: elicitationToAnswer(content, question) };
    return { isDeclined: action === 'decline' };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    return { isDeclined: false };
  }
}

/** Creates a function that hashes a call. Arguments are serialized at once, because the tool may modify them. */
function createCallHasher(name: string, args: unknown): () => string {
  const text = JSON.stringify([name, args]);
  return () => hash('sha256', text, 'base64url');
}
