import { setTimeout as timeout } from 'node:timers/promises';
import type { JsonObject, JsonValue } from '../../core/index.ts';
import { A2AClientError, unreachable } from './a2a-client-error.ts';
import { callPeer, streamPeer, type FetchFn, type Line } from './json-rpc-client.ts';
import { cardAddresses, peerCardIn, type PeerCard } from './peer-card.ts';
import { sendParams, type PeerMessage } from './peer-message.ts';
import {
  createPeerView,
  isSettled,
  type PeerTask,
  type PeerUpdate,
  type PeerView,
} from './peer-task.ts';

export interface ConnectOptions {
  readonly fetch?: FetchFn;
  /** Such as `authorization`. Sent to the origin of `uri` only, wherever the card points. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Waits before trying again. */
  readonly pause?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
}

/** An agent elsewhere. Failures are `A2AClientError`; an aborted signal throws its own reason. */
export interface A2AClient {
  readonly peer: PeerCard;
  /**
   * Sends a message and tells what comes of it, until the task ends or waits for somebody. A broken
   * connection is taken up again; nothing times out but by the signal.
   */
  send(message: PeerMessage, signal?: AbortSignal): AsyncIterable<PeerUpdate>;
  get(taskId: string, signal?: AbortSignal): Promise<PeerTask>;
  cancel(taskId: string, signal?: AbortSignal): Promise<PeerTask>;
}

/** Finds the agent at a base address or card address, and how to talk to it. */
export async function connectA2A(uri: string, options: ConnectOptions = {}): Promise<A2AClient> {
  const { fetch = globalThis.fetch, headers = {}, pause = sleep } = options;
  const peer = await cardOf(uri, { fetch, headers, signal: options.signal });
  const isSameOrigin = new URL(peer.url).origin === new URL(uri).origin;
  const line: Line = { peer, fetch, headers: isSameOrigin ? headers : {} };

  async function taskFrom(
    operation: 'get' | 'cancel',
    id: string,
    signal: AbortSignal | undefined,
  ): Promise<PeerTask> {
    const view = createPeerView();
    view.take(await callPeer(line, operation, { id }, signal));
    if (view.task) return view.task;
    throw new A2AClientError('bad-response', `${peer.name} did not answer with a task`);
  }

  return {
    peer,
    send: (message, signal) => sending(line, message, pause, signal),
    get: (taskId, signal) => taskFrom('get', taskId, signal),
    cancel: (taskId, signal) => taskFrom('cancel', taskId, signal),
  };
}

type Pause = NonNullable<ConnectOptions['pause']>;

/** How often in a row a peer may be unreachable before it is given up: some 20 seconds in all. */
const PATIENCE = 8;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;
const UNSUPPORTED: readonly (number | undefined)[] = [-32004, -32601];

async function* sending(
  line: Line,
  message: PeerMessage,
  pause: Pause,
  signal: AbortSignal | undefined,
): AsyncGenerator<PeerUpdate> {
  const view = createPeerView();
  try {
    yield* taken(
      view,
      line.peer.streaming ? opened(line, message, signal) : asked(line, message, signal),
    );
  } catch (thrown) {
    // Without a task there is nothing to take up again.
    if (view.task === undefined || !isUnreachable(thrown)) throw thrown;
  }
  let failures = 0;
  let idle = 0;
  for (;;) {
    const before = view.task;
    if (!before)
      throw new A2AClientError('bad-response', `${line.peer.name} answered with nothing`);
    if (isSettled(before)) return;
    let isNews = false;
    try {
      for await (const update of taken(view, resumed(line, before.id, signal))) {
        isNews ||= update.kind === 'text' || update.task.state !== before.state;
        if (isNews) yield update;
      }
      failures = 0;
    } catch (thrown) {
      if (!isUnreachable(thrown)) throw thrown;
      failures = isNews ? 1 : failures + 1;
      if (failures > PATIENCE) throw thrown;
    }
    if (view.task && isSettled(view.task)) return;
    idle = isNews ? 0 : idle + 1;
    await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** idle), signal);
  }
}

async function* taken(
  view: PeerView,
  events: AsyncIterable<JsonObject>,
): AsyncGenerator<PeerUpdate> {
  for await (const event of events) yield* view.take(event);
}

/** A stream where the peer keeps what its card says, else a plain send. */
async function* opened(
  line: Line,
  message: PeerMessage,
  signal: AbortSignal | undefined,
): AsyncGenerator<JsonObject> {
  try {
    yield* streamPeer(line, 'stream', sendParams(message, line.peer, 'stream'), signal);
  } catch (thrown) {
    if (!isUnsupported(thrown)) throw thrown;
    yield* asked(line, message, signal);
  }
}

/** Never a long request: the peer is to answer at once, and is asked again how things stand. */
async function* asked(
  line: Line,
  message: PeerMessage,
  signal: AbortSignal | undefined,
): AsyncGenerator<JsonObject> {
  yield await callPeer(line, 'send', sendParams(message, line.peer, 'return-immediately'), signal);
}

/** Takes up a task again: by stream where there is one, else by looking. */
async function* resumed(
  line: Line,
  id: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<JsonObject> {
  if (line.peer.streaming) {
    try {
      yield* streamPeer(line, 'subscribe', { id }, signal);
      return;
    } catch (thrown) {
      // An ended task has no stream any more either.
      if (!isUnsupported(thrown)) throw thrown;
    }
  }
  yield await callPeer(line, 'get', { id }, signal);
}

function isUnreachable(thrown: unknown): boolean {
  return thrown instanceof A2AClientError && thrown.code === 'unreachable';
}

function isUnsupported(thrown: unknown): boolean {
  return thrown instanceof A2AClientError && UNSUPPORTED.includes(thrown.rpcCode);
}

async function cardOf(
  uri: string,
  { fetch, headers, signal }: Pick<Line, 'fetch' | 'headers'> & { signal: AbortSignal | undefined },
): Promise<PeerCard> {
  const addresses = cardAddresses(uri);
  for (const address of addresses) {
    // An address may have been allowed by somebody; where it redirects to has not.
    const redirect = 'error' as const;
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
      throw signal?.aborted ? signal.reason : unreachable(address, thrown);
    }
    if (response.status === 401 || response.status === 403) {
      throw new A2AClientError('unauthorized', `${address} wants credentials (${response.status})`);
    }
    if (response.ok) return peerCardIn(cardIn(text), address);
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

async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await timeout(ms, undefined, signal ? { signal } : {});
  } catch (thrown) {
    throw signal?.aborted ? signal.reason : thrown;
  }
}
