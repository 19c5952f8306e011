import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { isInterrupted, type NumberedEvent, type Task } from '../core/index.ts';
import type { Conversation, ConversationUpdate } from '../chat/index.ts';
import { shownDelta, shownEvent, type ShownTurn } from './shown-turn.ts';
import { END_TURN, turnEndOf, type TurnEnd } from './turn-end.ts';

/** A reader of a conversation, which sends its turns to a client while they happen. */
export interface TurnReader {
  /** Resolves once everything that has happened was read. Rejects where it cannot be read. */
  readonly live: Promise<void>;
  /** The end of a turn, or its next rest: the moment when it waits for words. */
  restOf(task: Task): Promise<TurnEnd>;
  /** Looks again whether turns rest, because what they wait for has changed. */
  look(): void;
  /** Ends the reader; those that wait for a rest are rejected. */
  stop(): Promise<void>;
}

export interface ReaderSite {
  readonly conversation: Conversation;
  /** Whether what has happened before is sent as well. */
  readonly showsPast: boolean;
  readonly send: (update: SessionUpdate) => Promise<void>;
  readonly isOwn: (messageId: string) => boolean;
  /** Whether questions that come are shown as text, because the client is not asked with forms. */
  readonly showsQuestions: boolean;
  /** Receives every turn after each of its events, once everything that has happened was read. */
  readonly onTurn: (task: Task) => void;
  /** Whether the turn waits for something that the client is asked about. */
  readonly isAsking: (task: Task) => boolean;
  /** Updates of a session and of the conversation, beside those of its turns, and what those cost. */
  readonly onOther: (
    update: Extract<ConversationUpdate, { kind: 'session' | 'fill' | 'compaction-failed' }>,
    isLive: boolean,
    costUsd: number | null,
  ) => Promise<void>;
  /** What the client is to see of a turn that failed while no prompt waits for it. */
  readonly failureOf: (task: Task, isLive: boolean) => readonly SessionUpdate[];
  readonly onError: (thrown: unknown) => void;
}

/** A prompt that waits until a turn rests, at or after a generation. */
interface Waiter {
  readonly taskId: string;
  readonly from: number;
  readonly resolve: (end: TurnEnd) => void;
  readonly reject: (thrown: unknown) => void;
}

/** What a reader knows of the turns. */
interface Reading {
  readonly site: ReaderSite;
  readonly stopping: AbortController;
  readonly turns: Map<string, ShownTurn>;
  readonly ended: Map<string, TurnEnd>;
  readonly waiters: Set<Waiter>;
  /** Set once nothing is read any more. */
  failed: { readonly thrown: unknown } | undefined;
  isFirst: boolean;
  isLive: boolean;
  /** What the turns have cost that have ended; `null` where that is not known of one. */
  costUsd: number | null;
}

export function readTurns(site: ReaderSite): TurnReader {
  const reading: Reading = {
    site,
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
  // A reader that is stopped before all was read has a caller that knows of it.
  live.promise.catch(() => undefined);
  const done = reads(reading, live);
  return {
    live: live.promise,
    look: () => look(reading),
    restOf: (task) => restOf(reading, task),
    async stop() {
      reading.stopping.abort();
      await done;
    },
  };
}

async function reads(
  reading: Reading,
  live: { readonly resolve: () => void; readonly reject: (thrown: unknown) => void },
): Promise<void> {
  const { site, stopping, waiters } = reading;
  try {
    for await (const update of site.conversation.updates(stopping.signal)) {
      await takes(reading, update);
      if (update.kind === 'live') live.resolve();
    }
    reading.failed = { thrown: new Error('the session is no longer read') };
  } catch (thrown) {
    reading.failed = { thrown };
    if (!stopping.signal.aborted) site.onError(thrown);
  }
  const { thrown } = reading.failed;
  live.reject(thrown);
  for (const { reject } of waiters) reject(thrown);
  waiters.clear();
}

async function takes(reading: Reading, update: ConversationUpdate): Promise<void> {
  const { site, turns } = reading;
  switch (update.kind) {
    case 'event':
      return takesEvent(reading, update.taskId, update.event);
    case 'delta': {
      const before = turns.get(update.taskId);
      if (!before) return undefined;
      const { turn, updates } = shownDelta(before, update, update.delta);
      turns.set(update.taskId, turn);
      return sendAll(reading, updates);
    }
    case 'live':
      reading.isLive = true;
      for (const { task } of turns.values()) site.onTurn(task);
      return look(reading);
    case 'session':
    case 'fill':
    case 'compaction-failed':
      return site.onOther(update, reading.isLive, reading.costUsd);
  }
}

async function takesEvent(reading: Reading, taskId: string, event: NumberedEvent): Promise<void> {
  const { site, turns, ended, isFirst, isLive } = reading;
  const { turn, updates } = shownEvent(turns.get(taskId), event, {
    isFirst,
    isOwn: isLive ? site.isOwn : () => false,
    showsQuestions: !isLive || site.showsQuestions,
  });
  reading.isFirst = false;
  const { task } = turn;
  const end = turnEndOf(task);
  const failure = end?.kind === 'failed' ? site.failureOf(task, isLive) : [];
  await sendAll(reading, [...updates, ...failure]);
  if (end) {
    const { costUsd } = reading;
    reading.costUsd = costUsd === null || task.costUsd === null ? null : costUsd + task.costUsd;
    turns.delete(taskId);
    ended.set(taskId, end);
  } else {
    turns.set(taskId, turn);
  }
  if (!isLive) return;
  site.onTurn(task);
  look(reading);
}

async function sendAll(
  { site, isLive }: Reading,
  updates: readonly SessionUpdate[],
): Promise<void> {
  if (!isLive && !site.showsPast) return;
  for (const update of updates) await site.send(update);
}

function restOf(reading: Reading, task: Task): Promise<TurnEnd> {
  const end = turnEndOf(task);
  if (end) return Promise.resolve(end);
  // What the prompt changes comes after the task as it was given, unless that rests already.
  const from = isInterrupted(task) ? task.generation : task.generation + 1;
  return new Promise((resolve, reject) => {
    if (reading.failed) reject(reading.failed.thrown);
    reading.waiters.add({ taskId: task.id, from, resolve, reject });
    look(reading);
  });
}

function look(reading: Reading): void {
  const { waiters } = reading;
  for (const waiter of waiters) {
    const end = restNow(reading, waiter);
    if (!end) continue;
    waiters.delete(waiter);
    waiter.resolve(end);
  }
}

function restNow(
  { site, turns, ended, isLive }: Reading,
  { taskId, from }: Waiter,
): TurnEnd | undefined {
  const end = ended.get(taskId);
  if (end) return end;
  const task = turns.get(taskId)?.task;
  if (!isLive || !task || task.generation < from) return undefined;
  return isInterrupted(task) && !site.isAsking(task) ? END_TURN : undefined;
}
