import type { SubscribeRequest, StreamMessage, TaskListQuery } from '@timestep-ai/timestep/view';
import { isAccessDenied } from './api-error.ts';
import { readStreamMessages } from './stream-messages.ts';
import type { StreamSlot } from './stream-slots.ts';

/**
 * State of the page's event stream. `idle`: no subscriptions. `disconnected`: waiting before the next attempt
 * to connect.
 */
export type StreamState = 'idle' | 'connecting' | 'open' | 'disconnected' | 'signed-out';

export interface StreamClientDeps {
  readonly connect: (wanted: SubscribeRequest, signal: AbortSignal) => Promise<Response>;
  /** Waits until this tab may open a stream. Default: at once, and without a limit. */
  readonly takeSlot?: ((signal: AbortSignal) => Promise<StreamSlot>) | undefined;
  /** Runs a function after a delay. Returns a function that cancels it. */
  readonly schedule: (delayMs: number, run: () => void) => () => void;
  readonly random: () => number;
  readonly onState: (state: StreamState) => void;
}

interface Subscription {
  /** A task to watch. `after` is the generation of the newest event that is already known. */
  readonly task?: { readonly id: string; readonly after: number };
  readonly list?: TaskListQuery;
  readonly waiting?: true;
  /** Time since which the overview counts failures and cost. */
  readonly overview?: number;
  readonly onMessage: (message: StreamMessage) => void;
}

export interface StreamClient {
  /** Returns a function that removes the subscription. */
  subscribe(subscription: Subscription): () => void;
  /** A hidden page keeps the stream open only while it watches a running task. */
  setHidden(isHidden: boolean): void;
  reconnect(): void;
}

const MIN_RETRY_MS = 500;
const MAX_RETRY_MS = 30_000;
/** Milliseconds between the turns of a tab that shares its slot with other tabs. */
const TURN_PAUSE_MS = 200;

interface ActiveSubscription extends Subscription {
  after: number;
  isSettled: boolean;
}

/** The limited time for which a stream is open. */
interface Turn {
  isOver: boolean;
  readonly cancel: () => void;
}

/** Shares one stream between all subscriptions, and delivers each event once and in order. */
export function createStreamClient(deps: StreamClientDeps): StreamClient {
  const subscriptions = new Set<ActiveSubscription>();
  let isHidden = false;
  let failures = 0;
  let current: AbortController | undefined;
  let cancelPause: (() => void) | undefined;

  function restartStream(): void {
    cancelPause?.();
    cancelPause = undefined;
    current?.abort();
    current = undefined;
    if (!isStreamNeeded(subscriptions, isHidden)) return deps.onState('idle');
    // A delay of 0 ms collects all subscriptions of a newly opened view into one stream.
    cancelPause = deps.schedule(0, () => void connectStream());
  }

  async function connectStream(): Promise<void> {
    const connection = new AbortController();
    current = connection;
    deps.onState('connecting');
    let slot: StreamSlot | undefined;
    let turn: Turn | undefined;
    try {
      slot = await deps.takeSlot?.(connection.signal);
      if (current !== connection) return;
      const response = await deps.connect(buildSubscribeRequest(subscriptions), connection.signal);
      if (current !== connection) return;
      deps.onState('open');
      if (slot?.turnMs !== undefined) turn = startTurn(deps.schedule, slot.turnMs, connection);
      for await (const message of readStreamMessages(response)) {
        if (current !== connection) return;
        failures = 0;
        dispatchToSubscribers(subscriptions, message);
      }
    } catch (thrown) {
      if (current === connection && isAccessDenied(thrown)) return deps.onState('signed-out');
    } finally {
      turn?.cancel();
      slot?.release();
    }
    if (current === connection) scheduleNextStream(turn?.isOver === true);
  }

  function scheduleNextStream(isTurnOver: boolean): void {
    current = undefined;
    if (!isStreamNeeded(subscriptions, isHidden)) return deps.onState('idle');
    const connectLater = (delayMs: number): void => {
      cancelPause = deps.schedule(delayMs, () => void connectStream());
    };
    if (isTurnOver) return connectLater(TURN_PAUSE_MS);
    deps.onState('disconnected');
    const maxDelay = Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** failures);
    failures += 1;
    connectLater(maxDelay * (0.5 + deps.random() / 2));
  }

  return {
    subscribe(subscription) {
      const after = subscription.task?.after ?? 0;
      const active: ActiveSubscription = { ...subscription, after, isSettled: false };
      subscriptions.add(active);
      restartStream();
      return () => {
        subscriptions.delete(active);
        restartStream();
      };
    },
    setHidden(hidden) {
      if (hidden === isHidden) return;
      isHidden = hidden;
      if (
        isStreamNeeded(subscriptions, isHidden) !==
        (current !== undefined || cancelPause !== undefined)
      )
        restartStream();
    },
    reconnect: restartStream,
  };
}

/** A hidden page needs a stream only while it watches a running task. */
function isStreamNeeded(subscriptions: Iterable<ActiveSubscription>, isHidden: boolean): boolean {
  return [...subscriptions].some((active) => !active.isSettled && (!isHidden || active.task));
}

function dispatchToSubscribers(
  subscriptions: Iterable<ActiveSubscription>,
  message: StreamMessage,
): void {
  for (const active of subscriptions) {
    if (message.kind === 'list' || message.kind === 'waiting' || message.kind === 'overview') {
      if (active[message.kind] !== undefined) active.onMessage(message);
      continue;
    }
    const isForTask = active.task?.id === message.taskId;
    if (!isForTask || recordEventAndCheckDuplicate(active, message)) continue;
    if (message.kind !== 'task') active.isSettled = true;
    active.onMessage(message);
  }
}

/** Ends a stream after its turn, so that another tab can open one. */
function startTurn(
  schedule: StreamClientDeps['schedule'],
  turnMs: number,
  connection: AbortController,
): Turn {
  const turn: Turn = {
    isOver: false,
    cancel: schedule(turnMs, () => {
      turn.isOver = true;
      connection.abort();
    }),
  };
  return turn;
}

/** Records a received event. Returns whether the event had been received before. */
function recordEventAndCheckDuplicate(active: ActiveSubscription, message: StreamMessage): boolean {
  if (message.kind !== 'task' || message.update.kind !== 'event') return false;
  const { generation } = message.update.event;
  if (generation <= active.after) return true;
  active.after = generation;
  return false;
}

/** Builds a subscribe request. Of several subscriptions to a task, the earliest position counts. */
function buildSubscribeRequest(active: Iterable<ActiveSubscription>): SubscribeRequest {
  const tasks = new Map<string, number>();
  let list: TaskListQuery | undefined;
  let isWaitingWanted = false;
  let overviewSince: number | undefined;
  for (const { task, list: wanted, waiting, overview, after, isSettled } of active) {
    if (task && !isSettled) tasks.set(task.id, Math.min(after, tasks.get(task.id) ?? after));
    list = wanted ?? list;
    isWaitingWanted ||= waiting === true;
    overviewSince = overview ?? overviewSince;
  }
  return {
    tasks: [...tasks].map(([id, after]) => ({ id, after })),
    ...(list && { list }),
    ...(isWaitingWanted && { waiting: true }),
    ...(overviewSince !== undefined && { overview: overviewSince }),
  };
}
