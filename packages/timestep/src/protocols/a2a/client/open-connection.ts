import { parseAndRepairJson, type JsonValue } from '#core';
import {
  limitFetch,
  createRetryWait,
  DEFAULT_PATIENCE_MS,
  isUnavailableStatus,
  networkFetch,
  pauseOnRealClock,
  type RetryWaitOptions,
} from '#protocols/http';
import { A2AClientError, createRequestError } from './a2a-client-error.ts';
import {
  createUnavailableError,
  callRemoteAgent,
  fetchExtendedCard,
  type Connection,
} from './json-rpc-client.ts';
import { createCardVerifier } from './card-trust.ts';
import type { A2AClient, ConnectOptions } from './connect-a2a.ts';
import { listCardUrls, readRemoteCard, type RemoteAgentCard } from './remote-card.ts';
import { addCredentials } from './remote-credentials.ts';
import type { RemoteMessage } from './remote-message.ts';
import { createRemoteTaskView, type RemoteTask, type RemoteTaskUpdate } from './remote-task.ts';
import { assertSameTask, sendUntilSettled, type DispatchLog } from './send-until-settled.ts';
import { createRestBinding } from './rest-binding.ts';
import { startTimeLimit } from './call-time-limit.ts';

/** Reads the agent card and creates the client of the agent. See `connectA2A`. */
export async function openConnection(uri: string, options: ConnectOptions): Promise<A2AClient> {
  const { fetch = networkFetch, answerLimit, bindings = [], headers = {} } = options;
  const { patienceMs = DEFAULT_PATIENCE_MS, pause = pauseOnRealClock, now = Date.now } = options;
  const limitedFetch = limitFetch(fetch, answerLimit);
  const names = bindings.map(({ name }) => name);
  const verify = createCardVerifier(options.cardTrust, limitedFetch);
  const readCard: ReadCard = async (card, address) =>
    readRemoteCard(await verify(card, address), address, names);
  const { startPatienceMs = patienceMs, signal: cardSignal } = options;
  const time = { patienceMs, pause, now };
  const startTime = { ...time, patienceMs: startPatienceMs };
  const cardRequest = { fetch: limitedFetch, headers, readCard, ...startTime, signal: cardSignal };
  const peer = await fetchCardWithRetries(uri, cardRequest);
  const connection = createConnection(peer, uri, { ...options, now });
  const limit = { timeLimitMs: options.timeLimitMs, now };

  async function runWithTimeLimit<Result>(
    signal: AbortSignal | undefined,
    run: (limited: Connection) => Promise<Result>,
  ): Promise<Result> {
    const timed = startTimeLimit(peer.name, limit, signal);
    try {
      return await run({ ...connection, deadline: timed.deadline, signal: timed.signal });
    } catch (thrown) {
      throw timed.toError(thrown);
    } finally {
      timed.stop();
    }
  }

  async function* sendWithTimeLimit(
    message: RemoteMessage,
    signal: AbortSignal | undefined,
    log: DispatchLog | undefined,
  ): AsyncGenerator<RemoteTaskUpdate> {
    const timed = startTimeLimit(peer.name, limit, signal);
    try {
      const limited = { ...connection, deadline: timed.deadline, signal: timed.signal };
      yield* sendUntilSettled(limited, message, { time, startTime, log });
    } catch (thrown) {
      throw timed.toError(thrown);
    } finally {
      timed.stop();
    }
  }

  async function getOrCancelTask(
    operation: 'get' | 'cancel',
    id: string,
    signal: AbortSignal | undefined,
  ): Promise<RemoteTask> {
    const view = createRemoteTaskView();
    view.apply(
      await runWithTimeLimit(signal, (limited) => callRemoteAgent(limited, operation, { id })),
    );
    assertSameTask(view, id, connection);
    if (view.task) return view.task;
    throw new A2AClientError(
      'bad-response',
      `invalid response of ${peer.name}: it contains no task`,
    );
  }

  return {
    peer,
    send: sendWithTimeLimit,
    get: (taskId, signal) => getOrCancelTask('get', taskId, signal),
    cancel: (taskId, signal) => getOrCancelTask('cancel', taskId, signal),
    extendedCard: async (signal) =>
      readCard(await runWithTimeLimit(signal, fetchExtendedCard), peer.url),
  };
}

/** Headers and credentials are sent only to the origin of the URL. */
function createConnection(
  peer: RemoteAgentCard,
  uri: string,
  options: ConnectOptions & Pick<Connection, 'now'>,
): Connection {
  const { fetch = networkFetch, answerLimit, bindings = [], headers = {}, now } = options;
  const isSameOrigin = new URL(peer.url).origin === new URL(uri).origin;
  const shown = addCredentials(fetch, peer, isSameOrigin ? options.credentials : undefined);
  const call = [createRestBinding(shown), ...bindings].find(
    ({ name }) => name === peer.binding,
  )?.fetch;
  return { peer, fetch: call ?? shown, answerLimit, headers: isSameOrigin ? headers : {}, now };
}

type ReadCard = (card: JsonValue, address: string) => Promise<RemoteAgentCard>;

interface CardRequest extends Pick<Connection, 'fetch' | 'headers'>, RetryWaitOptions {
  readonly readCard: ReadCard;
}

async function fetchCardWithRetries(
  uri: string,
  cardRequest: CardRequest,
): Promise<RemoteAgentCard> {
  const waiting = createRetryWait(cardRequest);
  for (;;) {
    try {
      return await fetchCard(uri, cardRequest);
    } catch (thrown) {
      if (!(thrown instanceof A2AClientError && thrown.retryable)) throw thrown;
      await waiting.waitAfterFailure(thrown, thrown.retryAfterMs);
    }
  }
}

async function fetchCard(uri: string, cardRequest: CardRequest): Promise<RemoteAgentCard> {
  const { fetch, headers, readCard, now, signal } = cardRequest;
  const addresses = listCardUrls(uri);
  for (const address of addresses) {
    let response: Response;
    let text: string;
    try {
      response = await fetch(address, {
        // A redirect is rejected, because a policy may have allowed this URL but not the URL it redirects to.
        redirect: 'manual',
        headers: { ...headers, accept: 'application/json', 'a2a-version': '1.0' },
        ...(signal && { signal }),
      });
      text = await response.text();
    } catch (thrown) {
      throw signal?.aborted ? signal.reason : createRequestError(address, thrown);
    }
    if (response.status === 401 || response.status === 403) {
      throw new A2AClientError(
        'unauthorized',
        `the agent at ${address} requires credentials (HTTP ${response.status})`,
      );
    }
    if (response.ok) return readCard(parseAndRepairJson(text) ?? null, address);
    if (response.status >= 300 && response.status < 400) {
      const advice = 'use the URL of the agent itself';
      throw new A2AClientError(
        'not-an-agent',
        `the agent address ${address} redirects elsewhere: ${advice}`,
      );
    }
    if (isUnavailableStatus(response.status))
      throw createUnavailableError(response, address, now());
    if (response.status >= 500) {
      throw new A2AClientError('unreachable', `${address} answered with HTTP ${response.status}`);
    }
  }
  throw new A2AClientError('not-an-agent', `there is no agent card at ${addresses.join(' or ')}`);
}
