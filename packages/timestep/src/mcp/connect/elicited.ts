import { randomUUID } from 'node:crypto';
import type { Client, ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/client';
import {
  isJsonObject,
  type JsonObject,
  type Question,
  type QuestionAnswer,
} from '../../core/index.ts';
import type { ToolResult } from '../../port/index.ts';
import {
  elicitationText,
  questionFromElicitation,
  questionFromPage,
  resultOfAnswer,
  type PageToVisit,
} from '../convert/elicitation.ts';

/** A call that is being made, in whose middle the server may ask the user (MCP, Elicitation). */
export interface OpenCall {
  /** What was answered when the call was made before; given again where the same is asked. */
  readonly given: QuestionAnswer[];
  /** What the server asked without that the user was asked, for the model. */
  readonly notes: string[];
  /** The question that the call waits with. */
  waiting: WaitingQuestion | undefined;
  /** Resolves once the server asks. */
  asked: PromiseWithResolvers<void>;
  /** What the call comes to. */
  readonly outcome: Promise<ToolResult>;
  isOver: boolean;
  /** Ends the call. */
  readonly stop: (reason: unknown) => void;
}

interface WaitingQuestion extends Asked {
  readonly respond: (result: ElicitResult) => void;
  readonly result: (answer: QuestionAnswer) => ElicitResult;
}

/** What a server asks: about a page, with the id by which the server says that it was visited. */
interface Asked {
  readonly question: Question;
  readonly page?: { readonly id: string | undefined };
}

/** The questions that servers ask in the middle of calls. */
export interface Elicited {
  /** Lets a client answer its server. */
  listen(client: Client): void;
  /** Makes a call known to its client while the work lasts. */
  during<T>(client: Client, call: OpenCall, work: () => Promise<T>): Promise<T>;
  /** Asks the user in the middle of the one call that the client makes. */
  ask(client: Client, question: Question, signal: AbortSignal): Promise<ElicitResult>;
  /** Whether the client makes any call. */
  isCalling(client: Client): boolean;
  /** Calls a function when the client makes no call any more. */
  onIdle(client: Client, then: () => void): void;
  /** Asks for a visit of pages without which the server refuses a call; whether all were visited. */
  visited(call: OpenCall, pages: readonly PageToVisit[], signal: AbortSignal): Promise<boolean>;
  /** Answers what the task of a call asks at its server, by the parameters of `elicitation/create`. */
  answer(
    call: OpenCall,
    params: JsonObject,
    signal: AbortSignal,
  ): ElicitResult | Promise<ElicitResult>;
  /** Keeps a call that waits; the question finds it again. */
  keep(call: OpenCall, question: Question): Question;
  /** The call that the answer is for; `undefined` where this process does not have it any more. */
  take(answer: QuestionAnswer): OpenCall | undefined;
}

type RequestedSchema = ElicitRequestFormParams['requestedSchema'];

/** The field of a question's state that names the call which waits for the answer. */
const WAITING_CALL = 'elicited_by';

/** Calls that wait at most; the one that waits for longest is forgotten first. */
const MOST_WAITING = 1000;

/** `server` names the server for people. */
export function createElicited(server: string): Elicited {
  const open = new WeakMap<Client, Set<OpenCall>>();
  const waiting = new Map<string, OpenCall>();
  const idle = new WeakMap<Client, () => void>();
  const askedOf = (page: PageToVisit & { readonly elicitationId?: string }): Asked | undefined => {
    const question = questionFromPage(page, server);
    return question && { question, page: { id: page.elicitationId } };
  };
  const askedBy = ({ mode, message, url, elicitationId, requestedSchema }: JsonObject) => {
    if (typeof message !== 'string') return undefined;
    if (mode === 'url') {
      const id = typeof elicitationId === 'string' ? { elicitationId } : {};
      return typeof url === 'string' ? askedOf({ message, url, ...id }) : undefined;
    }
    const schema = isJsonObject(requestedSchema) ? requestedSchema : {};
    return askedInForm({ message, requestedSchema: { ...schema } as RequestedSchema });
  };
  const callsOf = (client: Client): Set<OpenCall> => {
    const calls = open.get(client) ?? new Set();
    open.set(client, calls);
    return calls;
  };
  return {
    listen(client) {
      client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) => {
        const asked = params.mode === 'url' ? askedOf(params) : askedInForm(params);
        // An address that cannot be shown as what it is may not be visited.
        if (!asked) return { action: 'decline' };
        return answered([...callsOf(client)], asked, mcpReq.signal);
      });
      client.setNotificationHandler('notifications/elicitation/complete', ({ params }) => {
        for (const call of callsOf(client)) visitedAlready(call, params.elicitationId);
      });
    },
    async during(client, call, work) {
      const calls = callsOf(client).add(call);
      try {
        return await work();
      } finally {
        calls.delete(call);
        if (calls.size === 0) idle.get(client)?.();
      }
    },
    async ask(client, question, signal) {
      return answered([...callsOf(client)], { question }, signal);
    },
    isCalling: (client) => callsOf(client).size > 0,
    onIdle: (client, then) => void idle.set(client, then),
    async visited(call, pages, signal) {
      for (const page of pages) {
        const asked = askedOf(page);
        const { action } = asked ? await askIn(call, asked, signal) : { action: 'decline' };
        if (action !== 'accept') return false;
      }
      return true;
    },
    answer(call, params, signal) {
      const asked = askedBy(params);
      return asked ? askIn(call, asked, signal) : { action: 'decline' };
    },
    keep(call, question) {
      const id = randomUUID();
      waiting.set(id, call);
      for (const oldest of waiting.keys()) {
        if (waiting.size <= MOST_WAITING) break;
        waiting.delete(oldest);
      }
      return { ...question, state: { [WAITING_CALL]: id } };
    },
    take({ question: { state } }) {
      const id = state?.[WAITING_CALL];
      const call = typeof id === 'string' ? waiting.get(id) : undefined;
      if (typeof id === 'string') waiting.delete(id);
      return call;
    },
  };
}

/** A call that is begun with what was answered before. */
export function openCall(
  given: readonly QuestionAnswer[],
  make: (call: OpenCall, signal: AbortSignal) => Promise<ToolResult>,
): OpenCall {
  const stopping = new AbortController();
  const made = Promise.withResolvers<ToolResult>();
  const call: OpenCall = {
    given: [...given],
    notes: [],
    waiting: undefined,
    asked: Promise.withResolvers(),
    outcome: made.promise.finally(() => {
      call.isOver = true;
    }),
    isOver: false,
    stop: (reason) => stopping.abort(reason),
  };
  // A call that was left may have no caller any more.
  call.outcome.catch(() => undefined);
  make(call, stopping.signal).then(made.resolve, made.reject);
  return call;
}

/** Whether an answer is one to a server that asked in the middle of a call. */
export function isElicited({ question: { state } }: QuestionAnswer): boolean {
  return state?.[WAITING_CALL] !== undefined;
}

/** Gives an answer to a call that waits for it; the call may have gone on to its next question. */
export function respondTo(call: OpenCall, answer: QuestionAnswer): void {
  const { waiting } = call;
  if (waiting && !isSame(waiting.question, answer.question)) return;
  call.waiting = undefined;
  call.asked = Promise.withResolvers();
  waiting?.respond(waiting.result(answer));
}

function askedInForm(params: Parameters<typeof questionFromElicitation>[0]): Asked {
  return { question: questionFromElicitation(params) };
}

function answered(
  open: readonly OpenCall[],
  asked: Asked,
  signal: AbortSignal,
): ElicitResult | Promise<ElicitResult> {
  // The protocol does not say for which call a server asks.
  const calls = open.filter(({ waiting }) => !waiting);
  const [call, other] = calls;
  if (!call || other) {
    const why =
      'the user was not asked, because several calls were being made and it was open for which';
    for (const one of calls) one.notes.push(`${elicitationText(asked.question)}; ${why}`);
    return { action: 'cancel' };
  }
  return askIn(call, asked, signal);
}

/** Asks the user in the middle of a call, which waits; what was answered when it was made before is given again. */
function askIn(
  call: OpenCall,
  asked: Asked,
  signal: AbortSignal,
): ElicitResult | Promise<ElicitResult> {
  const { question, page } = asked;
  const result = (answer: QuestionAnswer): ElicitResult => {
    const { action, content } = resultOfAnswer(answer);
    return page || content === undefined ? { action } : { action, content };
  };
  const at = call.given.findIndex((one) => isSame(one.question, question));
  const [known] = at === -1 ? [] : call.given.splice(at, 1);
  if (known) return result(known);
  return new Promise((respond) => {
    call.waiting = { ...asked, respond, result };
    const withdraw = (): void => {
      if (call.waiting?.respond !== respond) return;
      call.notes.push(`${elicitationText(question)}; it did not wait for the answer`);
      respond({ action: 'cancel' });
    };
    signal.addEventListener('abort', withdraw, { once: true });
    call.asked.resolve();
  });
}

/** The server has seen that its page was visited: the call goes on, also before the person says so. */
function visitedAlready(call: OpenCall, id: string): void {
  const { waiting } = call;
  if (waiting?.page?.id !== id) return;
  call.waiting = undefined;
  waiting.respond({ action: 'accept' });
}

function isSame(one: Question, other: Question): boolean {
  return one.text === other.text && JSON.stringify(one.schema) === JSON.stringify(other.schema);
}
