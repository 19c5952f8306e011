import { hasTaskEnded, type Task } from '#core';
import type { SessionKey } from '#engine/port';
import type {
  CompactionOptions,
  ConversationDeps,
  ConversationUpdate,
} from '../conversation/conversation.ts';
import { POLL_INTERVAL_MS, startPolling } from './polling.ts';
import { listTurnTasks, type TurnOwner } from '../conversation/turn-tasks.ts';
import { readContextUsage, readPastEvents, readFutureUpdates } from './turn-updates.ts';
import { createUpdateQueue, type UpdateQueue } from './update-queue.ts';

export interface ConversationUpdatesDeps extends ConversationDeps {
  readonly owner: TurnOwner;
  readonly compaction: CompactionOptions | undefined;
  /** Callbacks for changes made by this process, called immediately. */
  readonly listeners: Set<(notice: LocalChange) => void>;
}

/** A change made by this process: a new turn, an update to display, or another change. */
export interface LocalChange {
  readonly task?: Task;
  readonly update?: ConversationUpdate;
}

/** Maximum clock difference, in milliseconds, between machines that share a database. */
const MAX_CLOCK_DIFFERENCE_MS = 5000;

interface ConversationReader extends ConversationUpdatesDeps {
  readonly key: SessionKey;
  readonly signal: AbortSignal;
  readonly queue: UpdateQueue;
  readonly seen: Set<string>;
  sessionEvents: number;
  changedAt: number;
  turnsChangedAt: number;
}

/** Yields all updates of a conversation, past and future, until the signal aborts. */
export async function* readConversationUpdates(
  deps: ConversationUpdatesDeps,
  given: AbortSignal,
): AsyncGenerator<ConversationUpdate> {
  const leaving = new AbortController();
  const reader: ConversationReader = {
    ...deps,
    key: { principal: deps.owner.principal, id: deps.owner.contextId },
    signal: AbortSignal.any([given, leaving.signal]),
    queue: createUpdateQueue(),
    seen: new Set(),
    sessionEvents: 0,
    changedAt: 0,
    turnsChangedAt: 0,
  };
  const { queue, signal, clock, listeners } = reader;
  const noticed: LocalChange[] = [];
  let onNotice = (notice: LocalChange): void => void noticed.push(notice);
  const listener = (notice: LocalChange): void => onNotice(notice);
  listeners.add(listener);
  let stopLooking = (): void => undefined;
  try {
    yield* readPastUpdatesAndSubscribe(reader);
    if (signal.aborted) return;
    const looking = startPolling(clock, () => pollChanges(reader), queue.fail);
    stopLooking = looking.stop;
    onNotice = ({ task, update }) => {
      if (update) queue.push(update);
      if (task) subscribeToTurn(reader, task);
      looking.pollNow();
    };
    for (const notice of noticed) onNotice(notice);
    yield* queue.read(signal);
  } finally {
    leaving.abort();
    listeners.delete(listener);
    stopLooking();
  }
}

/** Yields all past updates, then subscribes to the turns that are still open. */
async function* readPastUpdatesAndSubscribe(
  reader: ConversationReader,
): AsyncGenerator<ConversationUpdate> {
  const { runner, owner, seen, signal, compaction } = reader;
  yield* readSessionUpdates(reader);
  // Turns are loaded one by one to save memory, because each contains all earlier messages.
  const ids = (await listTurnTasks(runner, owner)).map(({ id, updatedAt }) => {
    reader.turnsChangedAt = Math.max(reader.turnsChangedAt, updatedAt);
    return id;
  });
  const open: Task[] = [];
  let newest: Task | undefined;
  for (const id of ids) {
    if (signal.aborted) return;
    const task = await runner.get(id);
    if (!task) continue;
    seen.add(id);
    yield* readPastEvents(runner, task, signal);
    if (!hasTaskEnded(task)) open.push(task);
    newest = task;
  }
  yield* readContextUsage(newest, compaction);
  yield { kind: 'live' };
  for (const task of open)
    void enqueueUpdates(reader, readFutureUpdates(runner, task, compaction, signal));
}

async function* readSessionUpdates(reader: ConversationReader): AsyncGenerator<ConversationUpdate> {
  const { sessions, key, sessionEvents: after } = reader;
  for (const event of await sessions.readEvents(key, after)) {
    reader.sessionEvents = event.generation;
    yield { kind: 'session', event };
  }
}

/** Reads new session events and finds turns that were started by other processes. */
async function pollChanges(reader: ConversationReader): Promise<void> {
  const { sessions, runner, owner, clock, signal, queue } = reader;
  const session = await sessions.get(reader.key);
  if (!session || signal.aborted) return;
  if (session.generation > reader.sessionEvents) {
    for await (const update of readSessionUpdates(reader)) queue.push(update);
  }
  // Recent changes are checked again, because two turns may start in the same millisecond.
  const isRecent = clock.now() - session.updatedAt < 2 * POLL_INTERVAL_MS;
  if (session.updatedAt === reader.changedAt && !isRecent) return;
  reader.changedAt = session.updatedAt;
  const changedSince = Math.max(0, reader.turnsChangedAt - MAX_CLOCK_DIFFERENCE_MS);
  const changed = await listTurnTasks(runner, owner, { changedSince });
  for (const task of changed) {
    // Only stored times advance the position: a turn of this process may be newer than turns of other
    // processes that were not yet read.
    reader.turnsChangedAt = Math.max(reader.turnsChangedAt, task.updatedAt);
    subscribeToTurn(reader, task);
  }
}

function subscribeToTurn(reader: ConversationReader, task: Task): void {
  const { runner, compaction, signal, seen } = reader;
  if (seen.has(task.id)) return;
  seen.add(task.id);
  void enqueueUpdates(
    reader,
    readPastEvents(runner, task, signal),
    readFutureUpdates(runner, task, compaction, signal),
  );
}

async function enqueueUpdates(
  { queue, signal }: ConversationReader,
  ...parts: readonly AsyncIterable<ConversationUpdate>[]
): Promise<void> {
  try {
    for (const updates of parts) {
      for await (const update of updates) queue.push(update);
    }
  } catch (thrown) {
    if (!signal.aborted) queue.fail(thrown);
  }
}
