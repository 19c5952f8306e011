import type { CardTrust } from './card-trust.ts';
import type { FetchFn } from './json-rpc-client.ts';
import type { RemoteBinding } from './remote-binding.ts';
import type { RemoteAgentCard } from './remote-card.ts';
import type { RemoteCredentials } from './remote-credentials.ts';
import type { RemoteMessage } from './remote-message.ts';
import type { RemoteTask, RemoteTaskUpdate } from './remote-task.ts';
import type { DispatchLog } from './send-until-settled.ts';

/** Options of a connection to a remote A2A agent: requests, size limits and time limits. */
export interface ConnectOptions {
  readonly fetch?: FetchFn;
  /**
   * Maximum bytes of a response or event; a stream may have four times as many. Default: 16 MiB.
   */
  readonly answerLimit?: number;
  /** HTTP headers of requests. Sent only to the origin of `uri`, even if the card names another. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Additional bindings, for remote agents that support neither JSON-RPC nor REST. */
  readonly bindings?: readonly RemoteBinding[];
  /** Keys that must have signed the agent card. Default: any card is accepted. */
  readonly cardTrust?: CardTrust;
  /** Credentials by the name of the card's security scheme. Sent only to the origin of `uri`. */
  readonly credentials?: RemoteCredentials;
  /** Maximum milliseconds of one client call, including waits and retries. Default: no limit. */
  readonly timeLimitMs?: number;
  readonly signal?: AbortSignal;
  /**
   * Milliseconds for which the client retries while the agent is unreachable. Default: one minute.
   */
  readonly patienceMs?: number;
  /** Milliseconds for which the client retries until the agent has accepted a message. Default: `patienceMs`. */
  readonly startPatienceMs?: number;
  readonly pause?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
  /** Returns the current time in milliseconds since the epoch. */
  readonly now?: () => number;
}

/** A client of a remote A2A agent. Failures are `A2AClientError`. */
export interface A2AClient {
  readonly peer: RemoteAgentCard;
  /**
   * Sends a message and yields updates until the task ends or waits for the client. A lost
   * connection is resumed; if no task is known yet, the message is sent again. With a log, a
   * message that the agent may have received is not sent again; instead, updates of its task are
   * yielded.
   */
  send(
    message: RemoteMessage,
    signal?: AbortSignal,
    log?: DispatchLog,
  ): AsyncIterable<RemoteTaskUpdate>;
  get(taskId: string, signal?: AbortSignal): Promise<RemoteTask>;
  cancel(taskId: string, signal?: AbortSignal): Promise<RemoteTask>;
  /** Loads the agent card for authenticated callers (section 3.1.11). */
  extendedCard(signal?: AbortSignal): Promise<RemoteAgentCard>;
}

/** Connects to the agent at a base URL or card URL. Retries up to `patienceMs`. */
export async function connectA2A(uri: string, options: ConnectOptions = {}): Promise<A2AClient> {
  // The client is loaded on first use, so that a program that calls no remote agent does not load it.
  const { openConnection } = await import('./open-connection.ts');
  return openConnection(uri, options);
}
