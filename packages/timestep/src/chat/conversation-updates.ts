import { isFinal, type Task } from '../core/index.ts';
import type { Clock, Runner, SessionStore } from '../port/index.ts';
import type { ConversationUpdate } from './conversation.ts';
import { LOOK_EVERY_MS, lookRegularly } from './regular-look.ts';
import { turnTasks, type TurnOwner } from './turn-tasks.ts';
import { fillAfter, pastOfTurn, restOfTurn, type Fullness } from './turn-updates.ts';
import { createUpdateQueue, type UpdateQueue } from './update-queue.ts';

/** What is read, and how the reader hears of what this process has done. */
export interface UpdatesSite {
  readonly runner: Runner;
  readonly sessions: SessionStore;
  readonly clock: Clock;
  readonly owner: TurnOwner;
  readonly fullness: Fullness | undefined;
  /** Calls back after each change that this process makes; returns a function that stops this. */
  listen(onNotice: (notice: Notice) => void): () => void;
}

/** A change that this process has made: a new turn, something to show, or another one. */
export interface Notice {
  readonly task?: Task;
  readonly update?: ConversationUpdate;
}

/** How far the clocks of the machines may differ that share a database. */
const CLOCKS_DIFFER_MS = 5000;

/** How far one reader has read. */
interface Reader extends UpdatesSite {
  readonly signal: AbortSignal;
  readonly queue: UpdateQueue;
  /** The turns that have been shown or are being followed. */
  readonly seen: Set<string>;
  sessionEvents: number;
  /** When the session changed last, as far as it has been read. */
  changedAt: number;
  /** When the newest change of a turn was that has been read. */
  turnsChangedAt: number;
}

/** Everything that happens in a conversation, until the signal aborts. */
export async function* conversationUpdates(
  site: UpdatesSite,
  given: AbortSignal,
): AsyncGenerator<ConversationUpdate> {
  const leaving = new AbortController();
  const reader: Reader = {
    ...site,
    signal: AbortSignal.any([given, leaving.signal]),
    queue: createUpdateQueue(),
    seen: new Set(),
    sessionEvents: 0,
    changedAt: 0,
    turnsChangedAt: 0,
  };
  const { queue, signal, clock } = reader;
  const noticed: Notice[] = [];
  let onNotice = (notice: Notice): void => void noticed.push(notice);
  const stopListening = site.listen((notice) => onNotice(notice));
  let stopLooking = (): void => undefined;
  try {
    yield* past(reader);
    if (signal.aborted) return;
    const looking = lookRegularly(clock, () => look(reader), queue.fail);
    stopLooking = looking.stop;
    onNotice = ({ task, update }) => {
      if (update) queue.push(update);
      if (task) begins(reader, task);
      looking.now();
    };
    for (const notice of noticed) onNotice(notice);
    yield* queue.read(signal);
  } finally {
    leaving.abort();
    stopListening();
    stopLooking();
  }
}

/** What has happened so far. Turns that are open are followed from there on. */
async function* past(reader: Reader): AsyncGenerator<ConversationUpdate> {
  const { runner, owner, seen, signal, fullness } = reader;
  yield* sessionUpdates(reader);
  // A turn holds all that was said before it, so only one of them is in memory at a time.
  const ids = (await turnTasks(runner, owner)).map(({ id, updatedAt }) => {
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
    yield* pastOfTurn(runner, task, signal);
    if (!isFinal(task)) open.push(task);
    newest = task;
  }
  yield* fillAfter(newest, fullness);
  yield { kind: 'live' };
  for (const task of open) void enqueue(reader, restOfTurn(runner, task, fullness, signal));
}

async function* sessionUpdates(reader: Reader): AsyncGenerator<ConversationUpdate> {
  for (const event of await reader.sessions.events(keyOf(reader), reader.sessionEvents)) {
    reader.sessionEvents = event.generation;
    yield { kind: 'session', event };
  }
}

/** Finds what has changed: events of the session, and turns that have begun. */
async function look(reader: Reader): Promise<void> {
  const { sessions, runner, owner, clock, signal, queue } = reader;
  const session = await sessions.get(keyOf(reader));
  if (!session || signal.aborted) return;
  if (session.generation > reader.sessionEvents) {
    for await (const update of sessionUpdates(reader)) queue.push(update);
  }
  // Two turns may begin within the same millisecond, so a change counts for some time.
  const isRecent = clock.now() - session.updatedAt < 2 * LOOK_EVERY_MS;
  if (session.updatedAt === reader.changedAt && !isRecent) return;
  reader.changedAt = session.updatedAt;
  const changedSince = Math.max(0, reader.turnsChangedAt - CLOCKS_DIFFER_MS);
  const changed = await turnTasks(runner, owner, { changedSince });
  for (const task of changed) {
    // Only here: a turn that this process began may be newer than others that have not been seen.
    reader.turnsChangedAt = Math.max(reader.turnsChangedAt, task.updatedAt);
    begins(reader, task);
  }
}

/** Follows a turn from its beginning, unless it is followed already. */
function begins(reader: Reader, task: Task): void {
  const { runner, fullness, signal, seen } = reader;
  if (seen.has(task.id)) return;
  seen.add(task.id);
  void enqueue(
    reader,
    pastOfTurn(runner, task, signal),
    restOfTurn(runner, task, fullness, signal),
  );
}

async function enqueue(
  { queue, signal }: Reader,
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

function keyOf({ owner: { principal, contextId } }: Reader): { principal: string; id: string } {
  return { principal, id: contextId };
}
