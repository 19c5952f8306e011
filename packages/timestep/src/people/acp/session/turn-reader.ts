import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { applySessionEvent, isInputRequired, type NumberedEvent, type Task } from '#core';
import type { Conversation, ConversationUpdate } from '#people/chat';
import {
  deltaToUpdates,
  eventToUpdates,
  type DisplayedTurn,
} from '../conversions/event-to-updates.ts';
import { createAgentMessageChunk } from '../conversions/updates-from-history.ts';
import { END_TURN, getTurnEnd, type TurnEnd } from '../conversions/turn-end.ts';
import { toSessionUpdates, type SessionLevelUpdate } from '../conversions/session-updates.ts';
import type { ClientRequests } from './client-requests.ts';
import { createSessionOptionsFromState, type SessionState } from './session-state.ts';

/** Reads a conversation and sends its turns to the client as they happen. */
export interface TurnReader {
  /** Promise that resolves when all past updates have been read, or rejects if reading fails. */
  readonly live: Promise<void>;
  /**
   * Waits until the turn ends or needs a message of the user. `cancellations` is the number of
   * cancellations before the prompt: after a further one, only the end of the turn counts.
   */
  waitForRestOfTurn(task: Task, cancellations: number): Promise<TurnEnd>;
  /** Must be called when a request to the client changes, because a waiting prompt may end then. */
  checkWaiters(): void;
  stop(): Promise<void>;
}

/** A prompt that waits for its turn to end or to need input, after the event with the number `from`. */
interface WaitingPrompt {
  readonly taskId: string;
  readonly from: number;
  readonly cancellations: number;
  readonly resolve: (end: TurnEnd) => void;
  readonly reject: (thrown: unknown) => void;
}

interface TurnReaderState {
  readonly state: SessionState;
  readonly conversation: Conversation;
  readonly requests: ClientRequests;
  readonly showsPast: boolean;
  readonly stopping: AbortController;
  readonly turns: Map<string, DisplayedTurn>;
  readonly ended: Map<string, TurnEnd>;
  readonly waiters: Set<WaitingPrompt>;
  failed: { readonly thrown: unknown } | undefined;
  isFirst: boolean;
  isLive: boolean;
  /** Total cost of the ended turns in US dollars; `null` if the cost of any turn is unknown. */
  costUsd: number | null;
}

export function createTurnReader(
  state: SessionState,
  conversation: Conversation,
  requests: ClientRequests,
  showsPast: boolean,
): TurnReader {
  const reading: TurnReaderState = {
    state,
    conversation,
    requests,
    showsPast,
    stopping: new AbortController(),
    turns: new Map(),
    ended: new Map(),
    waiters: new Set(),
    failed: undefined,
    isFirst: true,
    isLive: false,
    costUsd: 0,
  };
  const live = Promise.withResolvers<void>();
  // The error is handled here, so that an early stop causes no unhandled promise rejection.
  live.promise.catch(() => undefined);
  const done = forwardUpdatesToClientUntilStopped(reading, live);
  return {
    live: live.promise,
    checkWaiters: () => resolvePausedOrEndedPrompts(reading),
    waitForRestOfTurn: (task, cancellations) =>
      waitForTurnToPauseOrEnd(reading, task, cancellations),
    async stop() {
      reading.stopping.abort();
      await done;
    },
  };
}

async function forwardUpdatesToClientUntilStopped(
  reading: TurnReaderState,
  live: { readonly resolve: () => void; readonly reject: (thrown: unknown) => void },
): Promise<void> {
  const { state, conversation, stopping, waiters } = reading;
  try {
    for await (const update of conversation.updates(stopping.signal)) {
      await forwardUpdate(reading, update);
      if (update.kind === 'live') live.resolve();
    }
    reading.failed = {
      thrown: new Error('the session was closed during its turn: open it again with session/load'),
    };
  } catch (thrown) {
    reading.failed = { thrown };
    if (!stopping.signal.aborted) state.deps.onError(thrown);
  }
  const { thrown } = reading.failed;
  live.reject(thrown);
  for (const { reject } of waiters) reject(thrown);
  waiters.clear();
}

async function forwardUpdate(reading: TurnReaderState, update: ConversationUpdate): Promise<void> {
  const { requests, turns } = reading;
  switch (update.kind) {
    case 'event':
      return forwardEvent(reading, update.taskId, update.event);
    case 'delta': {
      const before = turns.get(update.taskId);
      if (!before) return undefined;
      const { turn, updates } = deltaToUpdates(before, update, update.delta);
      turns.set(update.taskId, turn);
      return sendUpdatesIfShown(reading, updates);
    }
    case 'live':
      reading.isLive = true;
      for (const { task } of turns.values()) requests.sync(task);
      return resolvePausedOrEndedPrompts(reading);
    case 'session':
    case 'fill':
    case 'compaction-failed':
      return sendSessionLevelUpdate(reading, update);
  }
}

async function forwardEvent(
  reading: TurnReaderState,
  taskId: string,
  event: NumberedEvent,
): Promise<void> {
  const { state, requests, turns, ended, isFirst, isLive } = reading;
  const { turn, updates } = eventToUpdates(turns.get(taskId), event, {
    isFirst,
    isOwn: (messageId) => isLive && state.ownMessageIds.has(messageId),
    showsQuestions: !isLive || !state.client.supports('forms'),
  });
  reading.isFirst = false;
  const { task } = turn;
  const end = getTurnEnd(task);
  const isReported = isLive && state.runningPrompts > 0;
  const failure = task.end?.error?.message;
  await sendUpdatesIfShown(reading, [
    ...updates,
    ...(end?.kind === 'failed' && failure !== undefined && !isReported
      ? [createAgentMessageChunk(`The turn failed: ${failure}`, `${task.id}/failure`)]
      : []),
  ]);
  if (end) {
    const { costUsd } = reading;
    reading.costUsd = costUsd === null || task.costUsd === null ? null : costUsd + task.costUsd;
    turns.delete(taskId);
    ended.set(taskId, end);
  } else {
    turns.set(taskId, turn);
  }
  if (!isLive) return;
  requests.sync(task);
  resolvePausedOrEndedPrompts(reading);
}

async function sendUpdatesIfShown(
  { state, isLive, showsPast }: TurnReaderState,
  updates: readonly SessionUpdate[],
): Promise<void> {
  if (!isLive && !showsPast) return;
  for (const update of updates) await state.send(update);
}

/** Sends an update that does not belong to a turn. Past updates of this kind are not sent. */
async function sendSessionLevelUpdate(
  { state, isLive, costUsd }: TurnReaderState,
  update: SessionLevelUpdate,
): Promise<void> {
  if (update.kind === 'session') state.session = applySessionEvent(state.session, update.event);
  if (!isLive && update.kind === 'session') return;
  const shownWith = { ...createSessionOptionsFromState(state), costUsd };
  const updates = toSessionUpdates(update, shownWith, (what) => state.client.supports(what));
  for (const one of updates) await state.send(one);
}

function waitForTurnToPauseOrEnd(
  reading: TurnReaderState,
  task: Task,
  cancellations: number,
): Promise<TurnEnd> {
  const end = getTurnEnd(task);
  if (end) return Promise.resolve(end);
  // If the task is not waiting for input now, it can wait only after a further event.
  const from = isInputRequired(task) ? task.generation : task.generation + 1;
  return new Promise((resolve, reject) => {
    if (reading.failed) return reject(reading.failed.thrown);
    reading.waiters.add({ taskId: task.id, from, cancellations, resolve, reject });
    resolvePausedOrEndedPrompts(reading);
  });
}

function resolvePausedOrEndedPrompts(reading: TurnReaderState): void {
  const { waiters } = reading;
  for (const waiter of waiters) {
    const end = getEndIfPausedOrEnded(reading, waiter);
    if (!end) continue;
    waiters.delete(waiter);
    waiter.resolve(end);
  }
}

function getEndIfPausedOrEnded(
  { state, requests, turns, ended, isLive }: TurnReaderState,
  { taskId, from, cancellations }: WaitingPrompt,
): TurnEnd | undefined {
  const end = ended.get(taskId);
  if (end) return end;
  const task = turns.get(taskId)?.task;
  if (!isLive || !task || task.generation < from) return undefined;
  // A canceled turn ends as canceled, not as paused, although its open request was withdrawn.
  if (state.cancellations > cancellations) return undefined;
  return isInputRequired(task) && !requests.isPending(task) ? END_TURN : undefined;
}
