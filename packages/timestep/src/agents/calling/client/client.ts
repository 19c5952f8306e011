import { randomUUID } from 'node:crypto';
import type { RemoteCredentials } from '#protocols/a2a';
import { omitUndefined, trimTrailing, type Question, type ToolCall } from '#core';
import {
  connectEnvironment,
  judgeHandoff,
  findLoginProvider,
  type ConnectedEnvironment,
  type HandoffAnswer,
  type HandoffCall,
  type HandoffPolicy,
  type HandoffTarget,
} from '#protocols/mcp';
import type { LoginStore } from '#engine/port';
import { deriveMessageId } from '../stable-id.ts';
import { askAgent, type Answer, type SentMessage } from './ask-agent.ts';
import { ClientError } from './client-error.ts';
import type { ClientEvent } from './client-event.ts';
import { createConnectionPool } from './connection-pool.ts';
import { createRemoteToolEnvironment } from './remote-tools.ts';
import { createRemoteAgentClient } from './remote-agent-client.ts';

/** Options of a client that calls agents: allowed handoffs, credentials, limits, and how it asks a person. */
export interface ClientOptions {
  /** Addresses to which agents may hand off work. Default: this machine only. */
  readonly handoff?: HandoffPolicy;
  /** Returns the URL of the MCP server with an agent's tools. Default: the agent's `/mcp`. */
  readonly environmentOf?: (agentUri: string) => string;
  readonly onEvent?: (event: ClientEvent) => void;
  /** Decides about calls that need approval. Default: they wait at the agent, or fail here. */
  readonly approve?: (call: ToolCall, agentUri: string) => boolean | Promise<boolean>;
  /**
   * Answers questions of called agents. Default: `client.ask` rejects with `ClientError`; a tool call that
   * calls an agent returns an error.
   */
  readonly answer?: (question: Question, agentUri: string) => string | Promise<string>;
  /** Request headers by origin. Other origins get none, as models choose addresses. */
  readonly headers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Credentials by origin, then by the name of a security scheme in the agent card. */
  readonly credentials?: Readonly<Record<string, RemoteCredentials>>;
  /** Logins for MCP servers, such as `openLoginFile`. An authorization header takes precedence. */
  readonly logins?: LoginStore;
  /** Milliseconds for which unreachable servers are retried. Default: 60 000. */
  readonly patienceMs?: number;
  /** Maximum bytes of an answer or event (a stream: four times as many). Default: 16 MiB. */
  readonly answerLimit?: number;
  readonly newId?: () => string;
}

/** Options of one call of `ask`. */
export interface AskOptions {
  readonly contextId?: string;
  readonly taskId?: string;
  /** Milliseconds to wait for the answer before the tasks are canceled. Default: no limit. */
  readonly timeLimitMs?: number;
  /** If the signal aborts, the task and the tasks of its handoffs are canceled. */
  readonly signal?: AbortSignal;
}

/** A client that calls agents over A2A and their tools over MCP. */
export interface Client {
  /** Sends a message and returns the answer. Runs the requested tools and makes the handoffs. */
  ask(agentUri: string, message: string, options?: AskOptions): Promise<Answer>;
  /**
   * Hands work off to another agent. Rejects with `ClientError` if the handoff policy forbids it.
   * The log of `call` stores which messages were sent, so that a repeated handoff continues the
   * first one.
   */
  handOff(target: HandoffTarget, signal: AbortSignal, call?: HandoffCall): Promise<HandoffAnswer>;
  close(): Promise<void>;
}

export interface ToolClient extends Client {
  /** Returns the environment of an MCP server by URL, which is connected on first use. */
  environment(url: string): Promise<ConnectedEnvironment>;
}

export interface ToolClientOptions extends ClientOptions {
  /** Request headers by MCP server. Default: the headers of the server's origin. */
  readonly environmentHeaders?: Readonly<Record<string, string>>;
}

/** Creates a client that calls agents over A2A, with their tools over MCP and their handoffs. */
export function createClient(options: ClientOptions = {}): Client {
  return createToolClient(options);
}

/** Creates a client for programs that also call the tools of agents themselves. */
export function createToolClient(options: ToolClientOptions = {}): ToolClient {
  const { handoff = {}, onEvent, answerLimit, patienceMs, newId = randomUUID } = options;
  const { answer, approve, environmentOf = getDefaultToolServerUrl } = options;
  const limits = omitUndefined({ answerLimit, patienceMs });
  const environments = createConnectionPool<ConnectedEnvironment>((url) => {
    const headers = options.environmentHeaders ?? getHeaders(url);
    const authProvider = findLoginProvider(options.logins, { url, headers });
    const reached = omitUndefined({ onHandoff: handOff, handoff, headers, authProvider });
    return connectEnvironment({ url }, { ...limits, ...reached });
  });

  async function getReply(sent: SentMessage): Promise<Answer> {
    const { agentUri, hops } = sent;
    const credentials = options.credentials?.[getOriginOrEmpty(agentUri)];
    return askAgent(sent, {
      connect: (asking) =>
        createRemoteAgentClient(agentUri, {
          ...asking,
          ...limits,
          headers: getHeaders(agentUri),
          ...(credentials && { credentials }),
          // An agent card may name another address, which the handoff policy must allow too.
          ...(hops > 0 && { onCard: ({ url }) => requireAllowedHandoff({ agentUri: url, hops }) }),
        }),
      environment: createRemoteToolEnvironment(() => environments.get(environmentOf(agentUri))),
      approve: approve && ((call) => approve(call, agentUri)),
      answer: answer && ((question) => answer(question, agentUri)),
      tell: (event) => onEvent?.({ depth: hops, agentUri, ...event }),
      newId,
    });
  }

  async function handOff(
    target: HandoffTarget,
    signal: AbortSignal,
    call?: HandoffCall,
  ): Promise<HandoffAnswer> {
    const { agentUri, message, contextId, taskId, hops, key, traceparent } = target;
    const messageId = key === undefined ? newId() : deriveMessageId(key, 'handoff');
    requireAllowedHandoff(target);
    onEvent?.({ depth: hops - 1, agentUri, type: 'handoff', to: agentUri, message });
    const sent = { agentUri, message, messageId, hops, contextId, taskId, traceparent, signal };
    const repeatable = toRepeatableCall(target, messageId, call);
    return getReply({ ...sent, repeatable, emit: call?.emit });
  }

  function requireAllowedHandoff(target: Pick<HandoffTarget, 'agentUri' | 'hops'>): void {
    const verdict = judgeHandoff(target, handoff);
    if (!verdict.allowed) throw new ClientError('handoff-refused', verdict.reason);
  }

  function getHeaders(address: string): Readonly<Record<string, string>> {
    return options.headers?.[getOriginOrEmpty(address)] ?? {};
  }

  return {
    async ask(agentUri, message, { contextId, taskId, timeLimitMs, signal } = {}) {
      const timed = createTimedSignal(timeLimitMs, signal);
      const own = { messageId: newId(), hops: 0, repeatable: undefined };
      try {
        return await getReply({
          agentUri,
          message,
          contextId,
          taskId,
          ...own,
          traceparent: undefined,
          emit: undefined,
          signal: timed.signal,
        });
      } finally {
        timed.end();
      }
    },
    handOff,
    environment: (url) => environments.get(url),
    close: () => environments.close(),
  };
}

/** Without a log, a repeated handoff asks the agent whether it received the first message. */
function toRepeatableCall(
  { agentUri: agent, key, attempt = 1 }: HandoffTarget,
  messageId: string,
  call: HandoffCall | undefined,
): SentMessage['repeatable'] {
  if (key === undefined) return undefined;
  // `call` may be the whole context of a tool, which the agent must not receive: only these fields are used.
  if (call?.recordDispatch) {
    const { recordDispatch, dispatch } = call;
    return { key, attempt: call.attempt, dispatch, recordDispatch };
  }
  const sending = { state: 'sending', agent, message_id: messageId } as const;
  const dispatch = attempt > 1 ? sending : undefined;
  return { key, attempt, dispatch, recordDispatch: () => undefined };
}

function getOriginOrEmpty(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : '';
}

function createTimedSignal(
  timeLimitMs: number | undefined,
  signal: AbortSignal = new AbortController().signal,
): { readonly signal: AbortSignal; readonly end: () => void } {
  if (timeLimitMs === undefined) return { signal, end: () => undefined };
  const over = new AbortController();
  const message = `there was no answer within ${timeLimitMs / 1000} seconds`;
  const timer = setTimeout(() => over.abort(new ClientError('time-limit', message)), timeLimitMs);
  return { signal: AbortSignal.any([signal, over.signal]), end: () => clearTimeout(timer) };
}

function getDefaultToolServerUrl(agentUri: string): string {
  return `${trimTrailing(agentUri, '/')}/mcp`;
}
