import { randomUUID } from 'node:crypto';
import type { Client, ElicitResult } from '@modelcontextprotocol/client';
import type { Question, QuestionAnswer } from '../../core/index.ts';
import type { ToolResult } from '../../port/index.ts';
import {
  elicitationText,
  resultOfAnswer,
  questionFromElicitation,
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

interface WaitingQuestion {
  readonly question: Question;
  readonly respond: (result: ElicitResult) => void;
}

/** The questions that servers ask in the middle of calls. */
export interface Elicited {
  /** Lets a client answer its server. */
  listen(client: Client): void;
  /** Makes a call known to its client while the work lasts. */
  during<T>(client: Client, call: OpenCall, work: () => Promise<T>): Promise<T>;
  /** Keeps a call that waits; the question finds it again. */
  keep(call: OpenCall, question: Question): Question;
  /** The call that the answer is for; `undefined` where this process does not have it any more. */
  take(answer: QuestionAnswer): OpenCall | undefined;
}

/** The field of a question's state that names the call which waits for the answer. */
const WAITING_CALL = 'elicited_by';

/** Calls that wait at most; the one that waits for longest is forgotten first. */
const MOST_WAITING = 1000;

export function createElicited(): Elicited {
  const open = new WeakMap<Client, Set<OpenCall>>();
  const waiting = new Map<string, OpenCall>();
  const callsOf = (client: Client): Set<OpenCall> => {
    const calls = open.get(client) ?? new Set();
    open.set(client, calls);
    return calls;
  };
  return {
    listen(client) {
      client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) => {
        // A page that a person is to visit cannot be shown here.
        if (params.mode === 'url') return { action: 'decline' };
        const question = questionFromElicitation(params);
        return answered([...callsOf(client)], question, mcpReq.signal);
      });
    },
    async during(client, call, work) {
      const calls = callsOf(client).add(call);
      try {
        return await work();
      } finally {
        calls.delete(call);
      }
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

/** Gives an answer to a call that waits for it. */
export function respondTo(call: OpenCall, answer: QuestionAnswer): void {
  const { waiting } = call;
  call.waiting = undefined;
  call.asked = Promise.withResolvers();
  waiting?.respond(resultOfAnswer(answer));
}

function answered(
  open: readonly OpenCall[],
  question: Question,
  signal: AbortSignal,
): ElicitResult | Promise<ElicitResult> {
  // The protocol does not say for which call a server asks.
  const calls = open.filter(({ waiting }) => !waiting);
  const [call, other] = calls;
  if (!call || other) {
    const why =
      'the user was not asked, because several calls were being made and it was open for which';
    for (const one of calls) one.notes.push(`${elicitationText(question)}; ${why}`);
    return { action: 'cancel' };
  }
  const at = call.given.findIndex((one) => isSame(one.question, question));
  const [known] = at === -1 ? [] : call.given.splice(at, 1);
  if (known) return resultOfAnswer(known);
  return new Promise((respond) => {
    call.waiting = { question, respond };
    const withdraw = (): void => {
      if (call.waiting?.respond !== respond) return;
      call.notes.push(`${elicitationText(question)}; it did not wait for the answer`);
      respond({ action: 'cancel' });
    };
    signal.addEventListener('abort', withdraw, { once: true });
    call.asked.resolve();
  });
}

function isSame(one: Question, other: Question): boolean {
  return one.text === other.text && JSON.stringify(one.schema) === JSON.stringify(other.schema);
}
