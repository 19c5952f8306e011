import { randomUUID } from 'node:crypto';
import type { Client, ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject, type Question, type QuestionAnswer } from '#core';
import type { ToolResult } from '#engine/port';
import {
  formatServerQuestion,
  elicitationToQuestion,
  pageToQuestion,
  answerToElicitResult,
  type PageToVisit,
} from '../convert/elicitation.ts';

/** A running tool call, during which the server may ask the user (MCP, Elicitation). */
export interface RunningCall {
  /** Answers from earlier attempts, reused if the server asks the same question again. */
  readonly earlierAnswers: QuestionAnswer[];
  /** Remarks for the model about questions that the user was not asked. */
  readonly notes: string[];
  waiting: WaitingQuestion | undefined;
  asked: PromiseWithResolvers<void>;
  readonly outcome: Promise<ToolResult>;
  isOver: boolean;
  readonly stop: (reason: unknown) => void;
}

interface WaitingQuestion extends ServerQuestion {
  readonly respond: (result: ElicitResult) => void;
}

/** A server's question. `page` is a page to visit, with the id in the server's notification. */
interface ServerQuestion {
  readonly question: Question;
  readonly page?: { readonly id: string | undefined };
}

export interface ElicitationHandler {
  register(client: Client): void;
  runCall<T>(client: Client, call: RunningCall, work: () => Promise<T>): Promise<T>;
  /** Asks the user a server's question during the only running call of the client. */
  ask(client: Client, question: Question, signal: AbortSignal): Promise<ElicitResult>;
  hasRunningCall(client: Client): boolean;
  /** Sets a function to call when the client's last running call ends. */
  onIdle(client: Client, then: () => void): void;
  /** Resolves to true if the user visited all pages that the server requires before a call. */
  askForVisits(
    call: RunningCall,
    pages: readonly PageToVisit[],
    signal: AbortSignal,
  ): Promise<boolean>;
  /** Answers a question of a task on the server. Receives the parameters of `elicitation/create`. */
  answer(call: RunningCall, params: JsonObject, signal: AbortSignal): Promise<ElicitResult>;
  /** Returns the question of a waiting call, with an id by which `takeWaiting` finds the call. */
  storeWaiting(call: RunningCall, question: Question): Question;
  /** Returns the call that waits for an answer. Undefined if this process no longer has the call. */
  takeWaiting(answer: QuestionAnswer): RunningCall | undefined;
}

type RequestedSchema = ElicitRequestFormParams['requestedSchema'];

const WAITING_CALL = 'elicited_by';

/** Maximum number of waiting calls. The call that has waited longest is dropped first. */
const MOST_WAITING = 1000;

export function createElicitationHandler(server: string): ElicitationHandler {
  const open = new WeakMap<Client, Set<RunningCall>>();
  const waiting = new Map<string, RunningCall>();
  const idle = new WeakMap<Client, () => void>();
  const getCalls = (client: Client): Set<RunningCall> => {
    const calls = open.get(client) ?? new Set();
    open.set(client, calls);
    return calls;
  };
  return {
    register(client) {
      client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq }) => {
        const asked = toServerQuestion(params as unknown as JsonObject, server);
        if (!asked) return { action: 'decline' };
        return askIfOneCallRuns([...getCalls(client)], asked, mcpReq.signal);
      });
      client.setNotificationHandler('notifications/elicitation/complete', ({ params }) => {
        for (const call of getCalls(client)) continueCallAfterPageVisit(call, params.elicitationId);
      });
    },
    async runCall(client, call, work) {
      const calls = getCalls(client).add(call);
      try {
        return await work();
      } finally {
        calls.delete(call);
        if (calls.size === 0) idle.get(client)?.();
      }
    },
    ask: (client, question, signal) =>
      askIfOneCallRuns([...getCalls(client)], { question }, signal),
    hasRunningCall: (client) => getCalls(client).size > 0,
    onIdle: (client, then) => void idle.set(client, then),
    async askForVisits(call, pages, signal) {
      for (const page of pages) {
        const asked = toServerQuestion({ ...page, mode: 'url' }, server);
        const { action } = asked ? await askDuringCall(call, asked, signal) : { action: 'decline' };
        if (action !== 'accept') return false;
      }
      return true;
    },
    async answer(call, params, signal) {
      const asked = toServerQuestion(params, server);
      return asked ? askDuringCall(call, asked, signal) : { action: 'decline' };
    },
    storeWaiting(call, question) {
      const id = randomUUID();
      waiting.set(id, call);
      const [oldest = ''] = waiting.size > MOST_WAITING ? waiting.keys() : [];
      waiting.delete(oldest);
      return { ...question, state: { [WAITING_CALL]: id } };
    },
    takeWaiting({ question: { state } }) {
      const id = state?.[WAITING_CALL];
      const call = typeof id === 'string' ? waiting.get(id) : undefined;
      if (typeof id === 'string') waiting.delete(id);
      return call;
    },
  };
}

export function startElicitingCall(
  given: readonly QuestionAnswer[],
  send: (call: RunningCall, signal: AbortSignal) => Promise<ToolResult>,
): RunningCall {
  const stopping = new AbortController();
  const made = Promise.withResolvers<ToolResult>();
  const call: RunningCall = {
    earlierAnswers: [...given],
    notes: [],
    waiting: undefined,
    asked: Promise.withResolvers(),
    outcome: made.promise.finally(() => {
      call.isOver = true;
    }),
    isOver: false,
    stop: (reason) => stopping.abort(reason),
  };
  // This rejection is ignored, because an abandoned call has no caller.
  call.outcome.catch(() => undefined);
  send(call, stopping.signal).then(made.resolve, made.reject);
  return call;
}

export function isElicitationAnswer({ question: { state } }: QuestionAnswer): boolean {
  return state?.[WAITING_CALL] !== undefined;
}

/** Passes an answer to a call, unless the call waits for another question by now. */
export function passAnswerToCall(call: RunningCall, answer: QuestionAnswer): void {
  const { waiting } = call;
  if (waiting && !isSameQuestion(waiting.question, answer.question)) return;
  call.waiting = undefined;
  call.asked = Promise.withResolvers();
  waiting?.respond(toElicitResult(answer, waiting));
}

/** Converts `elicitation/create` to a question. Undefined if it asks nothing or names an unsafe page. */
function toServerQuestion(
  { mode, message, url, elicitationId, requestedSchema }: JsonObject,
  server: string,
): ServerQuestion | undefined {
  if (typeof message !== 'string') return undefined;
  if (mode === 'url') {
    const question = typeof url === 'string' ? pageToQuestion({ message, url }, server) : undefined;
    const id = typeof elicitationId === 'string' ? elicitationId : undefined;
    return question && { question, page: { id } };
  }
  const schema = isJsonObject(requestedSchema) ? requestedSchema : {};
  const form = { message, requestedSchema: { ...schema } as RequestedSchema };
  return { question: elicitationToQuestion(form) };
}

function toElicitResult(answer: QuestionAnswer, { page }: ServerQuestion): ElicitResult {
  const { action, content } = answerToElicitResult(answer);
  return page || content === undefined ? { action } : { action, content };
}

async function askIfOneCallRuns(
  runningCalls: readonly RunningCall[],
  serverQuestion: ServerQuestion,
  signal: AbortSignal,
): Promise<ElicitResult> {
  // MCP does not say which call a question belongs to, so it is only asked if a single call is running.
  const calls = runningCalls.filter(({ waiting }) => !waiting);
  const [call, other] = calls;
  if (!call || other) {
    const note = `${formatServerQuestion(serverQuestion.question)}; ${AMBIGUOUS}`;
    for (const one of calls) one.notes.push(note);
    return { action: 'cancel' };
  }
  return askDuringCall(call, serverQuestion, signal);
}

const AMBIGUOUS =
  'the user was not asked, because several calls were running and the server did not say which one it asked for';

/**
 * Makes the tool call wait until the user has answered the server's question. An answer to the same
 * question in an earlier attempt is reused.
 */
async function askDuringCall(
  call: RunningCall,
  asked: ServerQuestion,
  signal: AbortSignal,
): Promise<ElicitResult> {
  const { question } = asked;
  const at = call.earlierAnswers.findIndex((one) => isSameQuestion(one.question, question));
  const [known] = at === -1 ? [] : call.earlierAnswers.splice(at, 1);
  if (known) return toElicitResult(known, asked);
  return new Promise((respond) => {
    call.waiting = { ...asked, respond };
    const withdraw = (): void => {
      if (call.waiting?.respond !== respond) return;
      call.notes.push(`${formatServerQuestion(question)}; the server did not wait for the answer`);
      respond({ action: 'cancel' });
    };
    signal.addEventListener('abort', withdraw, { once: true });
    call.asked.resolve();
  });
}

/** Continues a call when the server reports the visit, even before the user confirms it. */
function continueCallAfterPageVisit(call: RunningCall, id: string): void {
  const { waiting } = call;
  if (waiting?.page?.id !== id) return;
  call.waiting = undefined;
  waiting.respond({ action: 'accept' });
}

function isSameQuestion(one: Question, other: Question): boolean {
  return one.text === other.text && JSON.stringify(one.schema) === JSON.stringify(other.schema);
}
