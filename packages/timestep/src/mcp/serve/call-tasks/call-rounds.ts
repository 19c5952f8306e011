import {
  isJsonObject,
  type JsonObject,
  type Question,
  type QuestionAnswer,
} from '../../../core/index.ts';
import { parseQuestion } from '../../convert/call-data.ts';
import { mayRun } from '../call-words.ts';
import {
  elicitationToAnswer,
  questionToElicitation,
} from '../../convert/question-to-elicitation.ts';

type Requests = Readonly<Record<string, JsonObject>>;
type Responses = Readonly<Record<string, unknown>>;

/** What the client of a call has answered so far, and what is still open. */
export interface Rounds {
  /** Answers to questions of the tool, oldest first. */
  readonly answers: readonly QuestionAnswer[];
  /** The newest response to each request for input that the tool returned. */
  readonly inputs: Responses;
  /** The question to ask again, because not all of its requests have a response yet. */
  readonly open?: Question;
  /** A question of the tool that the person left unanswered. */
  readonly left?: Question;
}

/** The key of a data part in which responses are kept. */
const RESPONSES = 'input_responses';

/** The key of the one request that a question of a tool is. */
const QUESTION = 'question';

/** A question of a tool, to be asked as a request of its client; `round` is the number of those before. */
export function roundOfQuestion(asked: Question, round: number): Question {
  const { text, options, schema } = asked;
  const request = elicitation({ ...questionToElicitation(asked) });
  return {
    text,
    ...(options && { options }),
    ...(schema && { schema }),
    state: stateOf({ [keyOf(round, QUESTION)]: request }, round, { asked: { ...asked } }),
  };
}

/** What a tool asks for in MCP's own form, as one question with a request for each entry. */
export function roundOfRequests(requests: Requests, round: number): Question {
  const keyed = Object.entries(requests).map(([key, one]) => [keyOf(round, key), one] as const);
  const texts = keyed.flatMap(([, { params }]) => {
    const message = isJsonObject(params) ? params['message'] : undefined;
    return typeof message === 'string' ? [message] : [];
  });
  const text = texts.length === 0 ? 'The tool asks its client.' : texts.join('\n');
  return { text, state: stateOf(Object.fromEntries(keyed), round) };
}

/** The request for a person's yes or no to a call. */
export function approvalRequest(name: string, shown: string): JsonObject {
  return elicitation({
    message: mayRun(name, shown),
    requestedSchema: {
      type: 'object',
      properties: { approve: { type: 'boolean' } },
      required: ['approve'],
    },
  });
}

/** The requests of a question that have no response yet; empty for any other question. */
export function openRequests({ state }: Question): Requests {
  const { requests, given } = read(state);
  return Object.fromEntries(Object.entries(requests).filter(([key]) => !(key in given)));
}

/** The responses to the requests of a question among all that a client has sent. */
export function responsesTo(question: Question, sent: Responses): JsonObject | undefined {
  const fitting = Object.keys(openRequests(question)).flatMap((key) => {
    const response = sent[key];
    return isJsonObject(response) ? [[key, response] as const] : [];
  });
  return fitting.length === 0 ? undefined : Object.fromEntries(fitting);
}

/** Responses as the message in which a task receives them. */
export function messageOfResponses(responses: JsonObject): JsonObject {
  return { [RESPONSES]: responses };
}

/** What all answers of a call come to. */
export function roundsOf(given: readonly QuestionAnswer[]): Rounds {
  let rounds: Rounds = { answers: [], inputs: {} };
  for (const answer of given) rounds = after(rounds, answer);
  return rounds;
}

function after({ answers, inputs }: Rounds, answer: QuestionAnswer): Rounds {
  const { question } = answer;
  const { requests, given, round, asked } = read(question.state);
  const sent = responsesIn(answer);
  // An answer in words comes from a person at another front end.
  if (!sent) {
    if (asked) return { answers: [...answers, { ...answer, question: asked }], inputs };
    return { answers, inputs, open: question };
  }
  const all = { ...given, ...sent };
  const isWhole = Object.keys(requests).every((key) => key in all);
  if (!isWhole) {
    return { answers, inputs, open: { ...question, state: { ...question.state, given: all } } };
  }
  if (!asked) return { answers, inputs: { ...inputs, ...withoutRound(all, round) } };
  const response = all[keyOf(round, QUESTION)];
  const content = isJsonObject(response) ? accepted(response) : undefined;
  if (!content) return { answers, inputs, left: asked };
  return { answers: [...answers, elicitationToAnswer(content, asked)], inputs };
}

/** What was filled into a form; `undefined` where it was declined. */
export function accepted({ action, content }: JsonObject): JsonObject | undefined {
  return action === 'accept' && isJsonObject(content) ? content : undefined;
}

interface RoundState {
  readonly requests: Requests;
  readonly given: JsonObject;
  readonly round: number;
  readonly asked: Question | undefined;
}

function stateOf(requests: Requests, round: number, more: JsonObject = {}): JsonObject {
  return { input_requests: { ...requests }, round, ...more };
}

function read(state: JsonObject | undefined): RoundState {
  const { input_requests: requests, given, round, asked } = state ?? {};
  return {
    requests: isJsonObject(requests) ? (requests as Requests) : {},
    given: isJsonObject(given) ? given : {},
    round: typeof round === 'number' ? round : 0,
    asked: parseQuestion(asked),
  };
}

function responsesIn({ parts = [] }: QuestionAnswer): JsonObject | undefined {
  for (const part of parts) {
    const responses = part.type === 'data' && isJsonObject(part.data) && part.data[RESPONSES];
    if (isJsonObject(responses)) return responses;
  }
  return undefined;
}

function withoutRound(responses: JsonObject, round: number): JsonObject {
  const length = keyOf(round, '').length;
  return Object.fromEntries(
    Object.entries(responses).map(([key, response]) => [key.slice(length), response]),
  );
}

/** A task never has two requests of one key. */
function keyOf(round: number, key: string): string {
  return `${round}.${key}`;
}

function elicitation(params: object): JsonObject {
  return { method: 'elicitation/create', params: { mode: 'form', ...params } };
}
