import type { JsonObject, JsonValue } from '../../core/index.ts';
import {
  boundedFetch,
  createWaiting,
  DEFAULT_PATIENCE_MS,
  isAwayStatus,
  pauseFor,
  type WaitingOptions,
} from '../../http/index.ts';
import { A2AClientError, failedAnswer } from './a2a-client-error.ts';
import { awaitsStill } from './awaits-still.ts';
import {
  away,
  callPeer,
  extendedCardOf,
  streamPeer,
  type FetchFn,
  type Line,
} from './json-rpc-client.ts';
import { cardCheck, type CardTrust, type CheckCard } from './card-trust.ts';
import type { PeerBinding } from './peer-binding.ts';
import { cardAddresses, peerCardIn, type PeerCard } from './peer-card.ts';
import { fetchWithCredentials, type PeerCredentials } from './peer-credentials.ts';
import { sendParams, type PeerMessage } from './peer-message.ts';
import {
  createPeerView,
  isSettled,
  type PeerTask,
  type PeerUpdate,
  type PeerView,
} from './peer-task.ts';
import { restBinding } from './rest-binding.ts';
import { timedCall } from './time-limit.ts';

/**
 * How an agent is reached over A2A, how much of its answers is read, and how long to wait for it.
 */
export interface ConnectOptions {
  readonly fetch?: FetchFn;
  /**
   * Bytes of an answer, or of one event of a stream, that are accepted; a whole stream may have
   * four times as many. Default 16 MiB.
   */
  readonly answerLimit?: number;
  /** Such as `authorization`. Sent to the origin of `uri` only, even if the card names another. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Ways to call peers beside JSON-RPC and REST, such as gRPC, for peers that offer neither. */
  readonly bindings?: readonly PeerBinding[];
  /** Whose signature its card must have. Default: any card is accepted. */
  readonly cardTrust?: CardTrust;
  /**
   * What its card asks for, by the names of its security schemes. Sent to the origin of `uri` only, as `headers` are;
   * a binding such as gRPC has credentials of its own.
   */
  readonly credentials?: PeerCredentials;
  /**
   * Milliseconds that one call of the client may take, from the message to the end of its task, with all waiting and
   * trying again. Bindings pass the end on to the peer where they can. Default: no limit.
   */
  readonly timeLimitMs?: number;
  readonly signal?: AbortSignal;
  /**
   * Milliseconds for which an unreachable peer is tried again, less and less often, because it may
   * only be starting. Default a minute; 0: not at all. An aborted signal ends it sooner.
   */
  readonly patienceMs?: number;
  /** Waits before trying again. */
  readonly pause?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** An agent behind A2A. Failures are `A2AClientError`; an aborted signal throws its own reason. */
export interface A2AClient {
  readonly peer: PeerCard;
  /**
   * Sends a message and yields what comes of it, until the task ends or waits for a client. A
   * broken connection is resumed, and the same message is sent again where no task is known yet.
   * Only `patienceMs` with an unreachable peer, `timeLimitMs` and the signal limit the time.
   */
  send(message: PeerMessage, signal?: AbortSignal): AsyncIterable<PeerUpdate>;
  get(taskId: string, signal?: AbortSignal): Promise<PeerTask>;
  cancel(taskId: string, signal?: AbortSignal): Promise<PeerTask>;
  /** What the peer says of itself to callers whom it knows (section 3.1.11). */
  extendedCard(signal?: AbortSignal): Promise<PeerCard>;
}

/**
 * Finds the agent at a base address or card address, and how to talk to it. Waits for an
 * unreachable agent for up to `patienceMs`.
 */
export async function connectA2A(uri: string, options: ConnectOptions = {}): Promise<A2AClient> {
  const { headers = {}, now = Date.now } = options;
  const { patienceMs = DEFAULT_PATIENCE_MS, pause = pauseFor } = options;
  const { fetch = globalThis.fetch, answerLimit, bindings = [], signal: looking } = options;
  const bounded = boundedFetch(fetch, answerLimit);
  const time = { patienceMs, pause, now };
  const names = bindings.map(({ name }) => name);
  const check = cardCheck(options.cardTrust, bounded);
  const asking = { fetch: bounded, names, headers, check, ...time, signal: looking };
  const peer = await cardInTime(uri, asking);
  const line = lineTo(peer, uri, { ...options, now });
  const { timeLimitMs } = options;
  const limit = { timeLimitMs, now };

  /** Makes a call that ends in time. */
  async function inTime<Result>(
    signal: AbortSignal | undefined,
    run: (timed: Line, until: AbortSignal | undefined) => Promise<Result>,
  ): Promise<Result> {
    const timed = timedCall(peer.name, limit, signal);
    try {
      return await run({ ...line, deadline: timed.deadline }, timed.signal);
    } catch (thrown) {
      throw timed.failure(thrown);
    } finally {
      timed.end();
    }
  }

  async function* sendInTime(
    message: PeerMessage,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<PeerUpdate> {
    const timed = timedCall(peer.name, limit, signal);
    try {
      yield* sending({ ...line, deadline: timed.deadline }, message, {
        ...time,
        signal: timed.signal,
      });
    } catch (thrown) {
      throw timed.failure(thrown);
    } finally {
      timed.end();
    }
  }

  async function taskFrom(
    operation: 'get' | 'cancel',
    id: string,
    signal: AbortSignal | undefined,
  ): Promise<PeerTask> {
    const view = createPeerView();
    view.take(await inTime(signal, (timed, until) => callPeer(timed, operation, { id }, until)));
    refuseOther(view, id, line);
    if (view.task) return view.task;
    throw new A2AClientError('bad-response', `${peer.name} did not answer with a task`);
  }

  return {
    peer,
    send: sendInTime,
    get: (taskId, signal) => taskFrom('get', taskId, signal),
    cancel: (taskId, signal) => taskFrom('cancel', taskId, signal),
    async extendedCard(signal) {
      const given = await inTime(signal, extendedCardOf);
      const card = await check(given, peer.url);
      return peerCardIn(card, peer.url, names);
    },
  };
}

/** How a peer is called: what the program gave for its address goes to the origin of that address alone. */
function lineTo(peer: PeerCard, uri: string, options: ConnectOptions & Pick<Line, 'now'>): Line {
  const { fetch = globalThis.fetch, answerLimit, bindings = [], headers = {}, now } = options;
  const isSameOrigin = new URL(peer.url).origin === new URL(uri).origin;
  const shown = fetchWithCredentials(fetch, peer, isSameOrigin ? options.credentials : undefined);
  const call = [restBinding(shown), ...bindings].find(({ name }) => name === peer.binding)?.fetch;
  return { peer, fetch: call ?? shown, answerLimit, headers: isSameOrigin ? headers : {}, now };
}

/** A peer that mixes tasks up could give the answer of one caller to another. */
function refuseOther({ taskId }: PeerView, id: string | undefined, { peer }: Line): void {
  if (!taskId || id === undefined || id === '' || taskId === id) return;
  throw new A2AClientError('bad-response', `${peer.name} answered with another task than ${id}`);
}

const FIRST_LOOK_MS = 100;
const LONGEST_LOOK_MS = 5000;
const UNSUPPORTED: readonly (number | undefined)[] = [-32004, -32601];

async function* sending(
  line: Line,
  message: PeerMessage,
  options: WaitingOptions,
): AsyncGenerator<PeerUpdate> {
  const { pause, signal } = options;
  const waiting = createWaiting(options);
  const view = createPeerView();
  let { taskId } = message;
  let idle = 0;
  let isNews = false;
  let last: PeerTask | undefined;
  const isNew = (update: PeerUpdate): boolean => {
    if (update.kind === 'task' && isSameAs(last, update.task)) return false;
    if (update.kind === 'task') last = update.task;
    isNews = true;
    return true;
  };
  let doubtUntil: number | undefined;
  /** What a task awaits that waits is asked for again, but not for ever: the peer may want the same twice. */
  const isOver = (task: PeerTask): boolean => {
    if (!isSettled(task)) return false;
    if (!awaitsStill(message, task, view.heard)) return true;
    doubtUntil ??= options.now() + options.patienceMs;
    return options.now() >= doubtUntil;
  };
  const check = (): void => {
    refuseOther(view, taskId, line);
    taskId ||= view.taskId;
  };
  for (;;) {
    const before = view.task;
    isNews = false;
    try {
      const events = before ? resumed(line, before.id, signal) : begun(line, message, signal);
      for await (const together of events) {
        waiting.reached();
        yield* updatesFrom(together, view, check).filter(isNew);
        // A peer may leave the stream of a task open that waits, until an answer was sent.
        if (before && view.task && isSettled(view.task)) break;
      }
      waiting.reached();
    } catch (thrown) {
      const { task } = view;
      if (!(task ? isUnreachable(thrown) : isRetryable(thrown))) throw thrown;
      if (task && isOver(task)) return;
      await waiting.afterFailure(thrown, askedPauseMs(thrown));
      continue;
    }
    const { task } = view;
    if (!task) throw new A2AClientError('bad-response', `${line.peer.name} answered with nothing`);
    if (isOver(task)) return;
    if (!before) continue;
    idle = isNews ? 0 : idle + 1;
    await pause(Math.min(LONGEST_LOOK_MS, FIRST_LOOK_MS * 2 ** idle), signal);
  }
}

/** Whether a task says nothing new; one that waits says something new where it waits for something else. */
function isSameAs(last: PeerTask | undefined, task: PeerTask): boolean {
  if (last?.state !== task.state) return false;
  if (!isSettled(task)) return true;
  const wanted = ({ toolCalls, approvals }: PeerTask): string =>
    [...toolCalls, ...approvals].map(({ id }) => id).join('\n');
  const isSameGiven = last.artifacts.length === task.artifacts.length;
  return last.text === task.text && isSameGiven && wanted(last) === wanted(task);
}

/** What events change in a view, which is checked after each event. */
function* updatesFrom(
  events: readonly JsonObject[],
  view: PeerView,
  check: () => void,
): Generator<PeerUpdate> {
  for (const event of events) {
    const updates = view.take(event);
    check();
    yield* updates;
  }
}

/** Events of a peer, those that arrived together at once. */
type PeerEvents = AsyncIterable<readonly JsonObject[]>;

/** Sends the message and returns the first update of its task. */
function begun(line: Line, message: PeerMessage, signal: AbortSignal | undefined): PeerEvents {
  return line.peer.streaming ? opened(line, message, signal) : asked(line, message, signal);
}

/** A stream where the peer supports what its card says, else a plain send. */
async function* opened(
  line: Line,
  message: PeerMessage,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly JsonObject[]> {
  try {
    yield* streamPeer(line, 'stream', sendParams(message, line.peer, 'stream'), signal);
  } catch (thrown) {
    if (!isUnsupported(thrown)) throw thrown;
    yield* asked(line, message, signal);
  }
}

/** Sends without a long request: the peer answers at once, and is asked for the state later. */
async function* asked(
  line: Line,
  message: PeerMessage,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly JsonObject[]> {
  const params = sendParams(message, line.peer, 'return-immediately');
  yield [await callPeer(line, 'send', params, signal)];
}

/** Follows a task again: by a stream where there is one, else by asking for the task. */
async function* resumed(
  line: Line,
  id: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly JsonObject[]> {
  if (line.peer.streaming) {
    try {
      yield* streamPeer(line, 'subscribe', { id }, signal);
      return;
    } catch (thrown) {
      // An ended task has no stream either.
      if (!isUnsupported(thrown)) throw thrown;
    }
  }
  yield [await callPeer(line, 'get', { id }, signal)];
}

function isUnreachable(thrown: unknown): boolean {
  return thrown instanceof A2AClientError && thrown.code === 'unreachable';
}

function isRetryable(thrown: unknown): boolean {
  return thrown instanceof A2AClientError && thrown.retryable;
}

function askedPauseMs(thrown: unknown): number | undefined {
  return thrown instanceof A2AClientError ? thrown.retryAfterMs : undefined;
}

function isUnsupported(thrown: unknown): boolean {
  return thrown instanceof A2AClientError && UNSUPPORTED.includes(thrown.rpcCode);
}

interface Looking extends Pick<Line, 'fetch' | 'headers' | 'now'> {
  /** Bindings that can be used beside those of HTTP. */
  readonly names: readonly string[];
  readonly check: CheckCard;
  readonly signal: AbortSignal | undefined;
}

async function cardInTime(uri: string, looking: Looking & WaitingOptions): Promise<PeerCard> {
  const waiting = createWaiting(looking);
  for (;;) {
    try {
      return await cardOf(uri, looking);
    } catch (thrown) {
      if (!isRetryable(thrown)) throw thrown;
      await waiting.afterFailure(thrown, askedPauseMs(thrown));
    }
  }
}

async function cardOf(uri: string, looking: Looking): Promise<PeerCard> {
  const { fetch, headers, names, check, now, signal } = looking;
  const addresses = cardAddresses(uri);
  for (const address of addresses) {
    // An address may have been allowed by a policy; the target of a redirect has not.
    const redirect = 'manual' as const;
    const init = {
      redirect,
      headers: { ...headers, accept: 'application/json', 'a2a-version': '1.0' },
    };
    let response: Response;
    let text: string;
    try {
      response = await fetch(address, { ...init, ...(signal && { signal }) });
      text = await response.text();
    } catch (thrown) {
      throw signal?.aborted ? signal.reason : failedAnswer(address, thrown);
    }
    if (response.status === 401 || response.status === 403) {
      throw new A2AClientError(
        'unauthorized',
        `${address} requires credentials (${response.status})`,
      );
    }
    if (response.ok) return peerCardIn(await check(cardIn(text), address), address, names);
    if (response.status >= 300 && response.status < 400) {
      const advice = 'give the address of the agent itself';
      throw new A2AClientError('not-an-agent', `${address} redirects elsewhere: ${advice}`);
    }
    if (isAwayStatus(response.status)) throw away(response, address, now());
    if (response.status >= 500) {
      throw new A2AClientError('unreachable', `${address} answered with HTTP ${response.status}`);
    }
  }
  throw new A2AClientError('not-an-agent', `there is no agent card at ${addresses.join(' or ')}`);
}

function cardIn(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}
