import { isJsonObject, type JsonObject, type Question, type QuestionAnswer } from '#core';
import type { LeftQuestion } from '#engine/tools';
import { parseQuestion } from '../../convert/call-data.ts';
import { formatApprovalPrompt } from '../calls/call-messages.ts';
import { elicitationToAnswer, questionToElicitation } from '../../convert/elicitation.ts';

type Requests = Readonly<Record<string, JsonObject>>;
type Responses = Readonly<Record<string, unknown>>;

export interface CallResponses {
  /** Answers to the tool's questions, oldest first. */
  readonly answers: readonly QuestionAnswer[];
  /** The newest response to each of the tool's requests for input. */
  readonly inputs: Responses;
  /** The question to ask again, because some of its requests for input have no response yet. */
  readonly open?: Question;
  readonly left?: LeftQuestion;
}

const RESPONSES = 'input_responses';
const QUESTION = 'question';

/** Adds to a question's state the elicitation that asks it. `round` is the number of earlier answers. */
export function addElicitationState(question: Question, round: number): Question {
  const request = createElicitation({ ...questionToElicitation(question) });
  const input_requests = { [addRoundPrefix(round, QUESTION)]: request };
  return { ...question, state: { input_requests, round, asked: { ...question } } };
}

/** Converts MCP requests for input to one question, whose state contains them. */
export function requestsToQuestion(requests: Requests, round: number): Question {
  const texts = Object.values(requests).flatMap(({ params }) => {
    const message = isJsonObject(params) ? params['message'] : undefined;
    return typeof message === 'string' ? [message] : [];
  });
  const text = texts.length === 0 ? 'The tool asks for input.' : texts.join('\n');
  const input_requests = renameKeys(requests, (key) => addRoundPrefix(round, key));
  return { text, state: { input_requests, round } };
}

export function createApprovalRequest(name: string, shown: string): JsonObject {
  return createElicitation({
    message: formatApprovalPrompt(name, shown),
    requestedSchema: {
      type: 'object',
      properties: { approve: { type: 'boolean' } },
      required: ['approve'],
    },
  });
}

/** Creates the elicitation that asks whether a stopped task should continue. */
export function createParkingRequest({ text: message }: Question): JsonObject {
  return createElicitation({
    message,
    requestedSchema: {
      type: 'object',
      properties: { go_on: { type: 'boolean' } },
      required: ['go_on'],
    },
  });
}

/** Returns a question's requests for input that have no response yet. Empty for questions without such requests. */
export function getUnansweredRequests({ state }: Question): Requests {
  const { requests, given } = readQuestionStateOrDefaults(state);
  return Object.fromEntries(Object.entries(requests).filter(([key]) => !(key in given)));
}

export function selectOpenResponses(question: Question, sent: Responses): JsonObject | undefined {
  const fitting = Object.keys(getUnansweredRequests(question)).flatMap((key) => {
    const response = sent[key];
    return isJsonObject(response) ? [[key, response] as const] : [];
  });
  return fitting.length === 0 ? undefined : Object.fromEntries(fitting);
}

export function responsesToData(responses: JsonObject): JsonObject {
  return { [RESPONSES]: responses };
}

/** Collects the responses in all answers of a call, oldest first. */
export function collectResponses(allAnswers: readonly QuestionAnswer[]): CallResponses {
  return allAnswers.reduce<CallResponses>(addAnswer, { answers: [], inputs: {} });
}

function addAnswer({ answers, inputs }: CallResponses, answer: QuestionAnswer): CallResponses {
  const { question } = answer;
  const { requests, given, round, asked } = readQuestionStateOrDefaults(question.state);
  const sent = findResponsesInAnswer(answer);
  // A plain-text answer comes from the user of another front end, not from the MCP client.
  if (!sent) {
    if (asked) return { answers: [...answers, { ...answer, question: asked }], inputs };
    return { answers, inputs, open: question };
  }
  const all = { ...given, ...sent };
  const isWhole = Object.keys(requests).every((key) => key in all);
  if (!isWhole) {
    return { answers, inputs, open: { ...question, state: { ...question.state, given: all } } };
  }
  if (!asked) {
    const { length } = addRoundPrefix(round, '');
    return { answers, inputs: { ...inputs, ...renameKeys(all, (key) => key.slice(length)) } };
  }
  const response = all[addRoundPrefix(round, QUESTION)];
  const content = isJsonObject(response) ? getAcceptedContent(response) : undefined;
  if (!content) {
    const isDeclined = isJsonObject(response) && response['action'] === 'decline';
    return { answers, inputs, left: { question: asked, isDeclined } };
  }
  return { answers: [...answers, elicitationToAnswer(content, asked)], inputs };
}

export function getAcceptedContent({ action, content }: JsonObject): JsonObject | undefined {
  return action === 'accept' && isJsonObject(content) ? content : undefined;
}

function readQuestionStateOrDefaults(state: JsonObject | undefined) {
  const { input_requests: requests, given, round, asked } = state ?? {};
  return {
    requests: isJsonObject(requests) ? (requests as Requests) : {},
    given: isJsonObject(given) ? given : {},
    round: typeof round === 'number' ? round : 0,
    asked: parseQuestion(asked),
  };
}

function findResponsesInAnswer({ parts = [] }: QuestionAnswer): JsonObject | undefined {
  for (const part of parts) {
    const responses = part.type === 'data' && isJsonObject(part.data) && part.data[RESPONSES];
    if (isJsonObject(responses)) return responses;
  }
  return undefined;
}

function renameKeys(fields: JsonObject, rename: (key: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [rename(key), value]));
}

function addRoundPrefix(round: number, key: string): string {
  return `${round}.${key}`;
}

function createElicitation(params: object): JsonObject {
  return { method: 'elicitation/create', params: { mode: 'form', ...params } };
}
