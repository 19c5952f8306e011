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

/** A running call, during which the server may ask the user (MCP, Elicitation). */
export interface OpenCall {
  /**
   * Answers from earlier attempts of the call. They are reused if the server asks the same question
   * again.
   */
  readonly given: QuestionAnswer[];
  /** Notes for the model about questions that the user was not asked. */
  readonly notes: string[];
  /** The question that the call is waiting for. */
  waiting: WaitingQuestion | undefined;
  /** Resolves when the server asks a question. */
  asked: PromiseWithResolvers<void>;
  /** The result of the call. */
  readonly outcome: Promise<ToolResult>;
  isOver: boolean;
  /** Stops the call. */
  readonly stop: (reason: unknown) => void;
}

interface WaitingQuestion extends Asked {
  readonly respond: (result: ElicitResult) => void;
  readonly result: (answer: QuestionAnswer) => ElicitResult;
}

/**
 * A question of a server. `page` is set if it is about a page to visit, with the id in the server's
 * notification that the page was visited.
 */
interface Asked {
  readonly question: Question;
  readonly page?: { readonly id: string | undefined };
}

/** Handles the questions that servers ask during calls. */
export interface Elicited {
  /** Registers the handlers for a server's questions on its client. */
  listen(client: Client): void;
  /** Associates a call with its client while `work` runs. */
  during<T>(client: Client, call: OpenCall, work: () => Promise<T>): Promise<T>;
  /** Asks the user during the only running call of the client. */
  ask(client: Client, question: Question, signal: AbortSignal): Promise<ElicitResult>;
  /** True if the client has a running call. */
  isCalling(client: Client): boolean;
  /** Sets a function that is called when the client's last running call ends. */
  onIdle(client: Client, then: () => void): void;
  /**
   * Asks the user to visit pages that the server requires before a call. Resolves to true if the
   * user visited them all.
   */
  visited(call: OpenCall, pages: readonly PageToVisit[], signal: AbortSignal): Promise<boolean>;
  /**
   * Answers a question of a server-side task of the call, given the parameters of
   * `elicitation/create`.
   */
  answer(
    call: OpenCall,
    params: JsonObject,
    signal: AbortSignal,
  ): ElicitResult | Promise<ElicitResult>;
  /** Stores a waiting call. Returns its question with an id by which `take` finds the call. */
  keep(call: OpenCall, question: Question): Question;
  /**
   * Removes and returns the call that the answer belongs to; undefined if this process no longer
   * has it.
   */
  take(answer: QuestionAnswer): OpenCall | undefined;
}

type RequestedSchema = ElicitRequestFormParams['requestedSchema'];

/** The field of a question's state that holds the id of the call that waits for the answer. */
const WAITING_CALL = 'elicited_by';

/** Maximum number of waiting calls. The call that has waited longest is dropped first. */
const MOST_WAITING = 1000;

/** Creates a handler for the questions of one server; `server` is its display name. */
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
        // A page whose address cannot be shown safely is declined.
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

/** Starts a call with the answers from its earlier attempts. */
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
  // The rejection is marked as handled, because an abandoned call has no caller.
  call.outcome.catch(() => undefined);
  make(call, stopping.signal).then(made.resolve, made.reject);
  return call;
}

/** True for an answer to a question that a server asked during a call. */
export function isElicited({ question: { state } }: QuestionAnswer): boolean {
  return state?.[WAITING_CALL] !== undefined;
}

/**
 * Passes an answer to the call that waits for it. Ignored if the call waits for another question by
 * now.
 */
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
  // MCP does not tell which call a question belongs to.
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

/** Asks the user on behalf of a call, which waits. An answer from an earlier attempt is reused. */
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

/**
 * Continues a call when the server reports that its page was visited, even before the user confirms
 * it.
 */
function visitedAlready(call: OpenCall, id: string): void {
  const { waiting } = call;
  if (waiting?.page?.id !== id) return;
  call.waiting = undefined;
  waiting.respond({ action: 'accept' });
}

function isSame(one: Question, other: Question): boolean {
  return one.text === other.text && JSON.stringify(one.schema) === JSON.stringify(other.schema);
}
