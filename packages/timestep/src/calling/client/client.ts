import { randomUUID } from 'node:crypto';
import type { RemoteCredentials } from '../../a2a/index.ts';
import { trimTrailing, type Question, type ToolCall } from '../../core/index.ts';
import {
  connectEnvironment,
  judgeHandoff,
  findLoginProvider,
  type ConnectedEnvironment,
  type HandoffAnswer,
  type HandoffPolicy,
  type HandoffTarget,
} from '../../mcp/index.ts';
import type { LoginStore } from '../../port/index.ts';
import { stableId } from '../stable-id.ts';
import { askAgent, type Answer, type SentMessage } from './ask-agent.ts';
import { ClientError } from './client-error.ts';
import type { ClientEvent } from './client-event.ts';
import { connectionPool } from './connection-pool.ts';
import { peerEnvironment } from './peer-environment.ts';
import { remotePeer } from './remote-peer.ts';

/** Where a client may go, and how it decides about calls that need approval. */
export interface ClientOptions {
  /** Where handoffs may go; by default to this machine only. */
  readonly handoff?: HandoffPolicy;
  /** The MCP server that holds an agent's tools. Default: `/mcp` below the agent's address. */
  readonly environmentOf?: (agentUri: string) => string;
  readonly onEvent?: (event: ClientEvent) => void;
  /**
   * Decides about calls that need a person's approval, made by the agent or by this client. Absent:
   * an agent's task is left waiting, and such tools refuse to run here.
   */
  readonly approve?: (call: ToolCall, agentUri: string) => boolean | Promise<boolean>;
  /**
   * Answers what an agent or a tool asks, also where the agent was handed work by another. Absent: the
   * question of an agent is thrown, and a tool reads that no person can be asked.
   */
  readonly answer?: (question: Question, agentUri: string) => string | Promise<string>;
  /**
   * Headers by origin, such as an API key for `https://agents.example`. They are sent to no other
   * origin, because the addresses of handoffs come from models.
   */
  readonly headers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /**
   * Credentials by origin, then by the names of the security schemes that cards of agents there say; sent to no other
   * origin.
   */
  readonly credentials?: Readonly<Record<string, RemoteCredentials>>;
  /**
   * Logins of the person for MCP servers that want one, such as `openLoginFile`; not used where `headers` has an
   * authorization for the server.
   */
  readonly logins?: LoginStore;
  /**
   * Milliseconds for which agents and environments that cannot be reached are tried again. Default a
   * minute; 0: not at all.
   */
  readonly patienceMs?: number;
  /**
   * Bytes accepted of one answer, or of one event of a stream; a whole stream may have four times as
   * many. Default 16 MiB.
   */
  readonly answerLimit?: number;
  readonly newId?: () => string;
}

/** How one question is asked. */
export interface AskOptions {
  /** A conversation to continue. */
  readonly contextId?: string;
  /** A task of the agent that waits for the message. */
  readonly taskId?: string;
  /** Milliseconds until the answer must be there; the tasks are then canceled. Default: no limit. */
  readonly timeLimitMs?: number;
  /** When the signal aborts, the task and the tasks of its handoffs are canceled. */
  readonly signal?: AbortSignal;
}

/** Speaks A2A to agents and MCP to their tools. */
export interface Client {
  /**
   * Sends a message and follows its task to the answer: runs the tools that the agent asks for and
   * makes its handoffs.
   */
  ask(agentUri: string, message: string, options?: AskOptions): Promise<Answer>;
  /** Calls the agent that a handoff names, if the policy allows that. */
  handOff(target: HandoffTarget, signal: AbortSignal): Promise<HandoffAnswer>;
  close(): Promise<void>;
}

/** A client that also shows the MCP servers of tools that it has connected. */
export interface ToolClient extends Client {
  /** The server at an address, connected when first needed; handoffs of its tools are made from here. */
  environment(url: string): Promise<ConnectedEnvironment>;
}

export interface ToolClientOptions extends ClientOptions {
  /** Sent to the servers of tools. Default: the headers of their origins. */
  readonly environmentHeaders?: Readonly<Record<string, string>>;
}

/** A client that asks agents over A2A, runs their tools over MCP and follows their handoffs. */
export function createClient(options: ClientOptions = {}): Client {
  return createToolClient(options);
}

/** The same client for programs that also call the tools of agents themselves. */
export function createToolClient(options: ToolClientOptions = {}): ToolClient {
  const { handoff = {}, onEvent, answerLimit, patienceMs, newId = randomUUID } = options;
  const { answer, approve, environmentOf = defaultEnvironment } = options;
  const limits = {
    ...(answerLimit !== undefined && { answerLimit }),
    ...(patienceMs !== undefined && { patienceMs }),
  };
  const environments = connectionPool<ConnectedEnvironment>((url) => {
    const headers = options.environmentHeaders ?? headersFor(url);
    const authProvider = findLoginProvider(options.logins, { url, headers });
    return connectEnvironment(
      { url },
      { ...limits, onHandoff: handOff, handoff, headers, ...(authProvider && { authProvider }) },
    );
  });

  async function send(sent: SentMessage): Promise<Answer> {
    const { agentUri, hops } = sent;
    const credentials = options.credentials?.[originOf(agentUri)];
    return askAgent(sent, {
      connect: (asking) =>
        remotePeer(agentUri, {
          ...asking,
          ...limits,
          headers: headersFor(agentUri),
          ...(credentials && { credentials }),
          // A card may name another address; a handoff goes only to addresses that the policy allows.
          ...(hops > 0 && { onCard: ({ url }) => refuseUnlessAllowed({ agentUri: url, hops }) }),
        }),
      environment: peerEnvironment(() => environments.get(environmentOf(agentUri))),
      approve: approve && ((call) => approve(call, agentUri)),
      answer: answer && ((question) => answer(question, agentUri)),
      tell: (event) => onEvent?.({ depth: hops, agentUri, ...event }),
      newId,
    });
  }

  async function handOff(target: HandoffTarget, signal: AbortSignal): Promise<HandoffAnswer> {
    const { agentUri, message, contextId, taskId, hops, key, traceparent } = target;
    const messageId = key === undefined ? newId() : stableId(key, 'handoff');
    refuseUnlessAllowed(target);
    onEvent?.({ depth: hops - 1, agentUri, type: 'handoff', to: agentUri, message });
    return send({ agentUri, message, messageId, hops, contextId, taskId, traceparent, signal });
  }

  function refuseUnlessAllowed(target: Pick<HandoffTarget, 'agentUri' | 'hops'>): void {
    const verdict = judgeHandoff(target, handoff);
    if (!verdict.allowed) throw new ClientError('handoff-refused', verdict.reason);
  }

  function headersFor(address: string): Readonly<Record<string, string>> {
    return options.headers?.[originOf(address)] ?? {};
  }

  return {
    async ask(agentUri, message, { contextId, taskId, timeLimitMs, signal } = {}) {
      const timed = untilLate(timeLimitMs, signal);
      const own = { messageId: newId(), hops: 0, traceparent: undefined, signal: timed.signal };
      try {
        return await send({ agentUri, message, contextId, taskId, ...own });
      } finally {
        timed.end();
      }
    },
    handOff,
    environment: (url) => environments.get(url),
    close: () => environments.close(),
  };
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : '';
}

/** A signal that aborts with its caller's, and when the time is over. */
function untilLate(
  timeLimitMs: number | undefined,
  signal: AbortSignal = new AbortController().signal,
): { readonly signal: AbortSignal; readonly end: () => void } {
  if (timeLimitMs === undefined) return { signal, end: () => undefined };
  const over = new AbortController();
  const message = `there was no answer within ${timeLimitMs / 1000} seconds`;
  const timer = setTimeout(() => over.abort(new ClientError('time-limit', message)), timeLimitMs);
  return { signal: AbortSignal.any([signal, over.signal]), end: () => clearTimeout(timer) };
}

function defaultEnvironment(agentUri: string): string {
  return `${trimTrailing(agentUri, '/')}/mcp`;
}
