import {
  accept,
  apply,
  isFinal,
  type NumberedEvent,
  type Submission,
  type Task,
  type TaskEvent,
} from '../../core/index.ts';
import {
  RunnerError,
  type Clock,
  type Runner,
  type ServedAgent,
  type TaskUpdate,
} from '../../port/index.ts';
import { taskBegunBy } from '../begin-task.ts';
import { systemClock } from '../clock.ts';
import { newUuid } from '../new-id.ts';
import { within } from '../within.ts';
import { createCommitQueue, type ObserveCommit } from './commit-queue.ts';
import { openDatabase, type Synchronous } from './database.ts';
import { bodyHashOf, createInboundTable, type Accepted } from './inbound-table.ts';
import { createOwnership } from './ownership.ts';
import { createResidents, type Resident } from './residents.ts';
import { storeErrorOf } from './store-error.ts';
import { createTaskQueries } from './task-queries.ts';
import { createTaskTable } from './task-table.ts';

export interface SqliteRunnerOptions {
  /** The database file; made where there is none. */
  readonly path: string;
  readonly agents: readonly ServedAgent[];
  /** Default `FULL`: what was accepted survives a power cut. */
  readonly synchronous?: Synchronous;
  readonly clock?: Clock;
  readonly newId?: () => string;
  /** Milliseconds without a sign of life after which another process may take over. Default 10000. */
  readonly leaseMs?: number;
  readonly observeCommit?: ObserveCommit;
  /** Told of failures that no caller is waiting for. */
  readonly onError?: (thrown: unknown) => void;
}

const DEFAULT_LEASE_MS = 10_000;
/** How often to look at a task that another process drives. */
const LOOK_MS = 100;

/**
 * Keeps tasks in an SQLite file and drives them on. What was accepted is answered, whatever happens
 * to the process: a runner that opens the file goes on with every task whose owner is gone.
 */
export function createSqliteRunner(options: SqliteRunnerOptions): Runner {
  const {
    path,
    agents,
    clock = systemClock,
    newId = newUuid,
    leaseMs = DEFAULT_LEASE_MS,
  } = options;
  const database = openDatabase(path, options.synchronous ?? 'FULL');
  const queue = createCommitQueue(database, options.observeCommit);
  const table = createTaskTable(database);
  const inbound = createInboundTable(database);
  const queries = createTaskQueries(database, table);
  const ownership = createOwnership(database, path, newId(), leaseMs);
  const residents = createResidents({
    ...{ queue, table, agents, clock, ownership },
    owner: ownership.id,
    now: () => clock.now(),
    onFailure: failed,
  });
  /** Messages on their way to disk, so that one sent twice at once is taken once. */
  const arriving = new Map<string, Promise<Task>>();
  let closed = false;
  let callOff = beat();

  function failed(thrown: unknown): void {
    if (!closed) options.onError?.(storeErrorOf(thrown, path));
  }

  /** Says that this process lives, and looks for others that do not. */
  function beat(): () => void {
    try {
      ownership.renew(clock.now());
      for (const owner of ownership.lapsed(clock.now())) {
        // What is left belongs to agents that another process serves: it will look here too.
        if (residents.inherit(owner) === 0) ownership.forget(owner);
      }
    } catch (thrown) {
      failed(thrown);
    }
    return clock.schedule(leaseMs / 3, () => {
      if (!closed) callOff = beat();
    });
  }

  async function submit(submission: Submission): Promise<Task> {
    const { principal, agent, messageId } = submission;
    const key = JSON.stringify([principal, agent, messageId]);
    while (arriving.has(key)) await arriving.get(key)?.catch(() => undefined);
    if (closed) throw new RunnerError('closed', 'the server is shutting down');
    const bodyHash = bodyHashOf(submission);
    const earlier = inbound.find(submission);
    if (earlier) return repeated(messageId, earlier, bodyHash);
    const taking = take(submission, bodyHash);
    arriving.set(key, taking);
    try {
      return await taking;
    } catch (thrown) {
      if (thrown instanceof RunnerError) throw thrown;
      failed(thrown);
      throw new RunnerError(
        'store-failed',
        'the message cannot be kept now and was not taken: try later',
      );
    } finally {
      arriving.delete(key);
    }
  }

  function repeated(messageId: string, earlier: Accepted, bodyHash: string): Task {
    const task = residents.find(earlier.taskId);
    if (task && earlier.bodyHash === bodyHash) return task;
    throw new RunnerError(
      'duplicate-message',
      `message ${messageId} was sent before with another body`,
    );
  }

  async function take(submission: Submission, bodyHash: string): Promise<Task> {
    const { taskId } = submission;
    return taskId === undefined ? begin(submission, bodyHash) : goOn(submission, taskId, bodyHash);
  }

  async function begin(submission: Submission, bodyHash: string): Promise<Task> {
    const served = agents.find(({ name }) => name === submission.agent);
    if (!served) throw new RunnerError('unknown-agent', `there is no agent ${submission.agent}`);
    const { contextId } = submission;
    const before =
      contextId === undefined ? undefined : queries.latestCompleted(submission, contextId);
    const at = clock.now();
    const first = { ...taskBegunBy(submission, served, before, newId), generation: 1, at };
    const events: NumberedEvent[] = [first];
    let task = apply(undefined, first);
    for (const event of acceptedBy(task, submission)) {
      const numbered: NumberedEvent = { ...event, generation: task.generation + 1, at };
      events.push(numbered);
      task = apply(task, numbered);
    }
    const stored = task;
    await queue.add(() => {
      table.insert(stored, events, ownership.id);
      inbound.insert(submission, { taskId: stored.id, bodyHash });
    });
    residents.keepGoing(residents.hold(stored, 1, served));
    return stored;
  }

  async function goOn(submission: Submission, taskId: string, bodyHash: string): Promise<Task> {
    const { principal, agent } = submission;
    const known = residents.find(taskId);
    if (known?.origin.principal !== principal || known.origin.agent !== agent) {
      throw unknownTask(taskId);
    }
    const held = residents.bring(taskId);
    const events = acceptedBy(held.log.task, submission);
    const accepted = { taskId, bodyHash };
    const task = await held.log.appendAll(events, () => inbound.insert(submission, accepted));
    residents.keepGoing(held);
    return task;
  }

  async function cancel(taskId: string): Promise<Task> {
    const known = residents.find(taskId);
    if (!known) throw unknownTask(taskId);
    if (isFinal(known)) return known;
    const held = residents.bring(taskId);
    if (!held.log.task.cancelRequested && !isFinal(held.log.task)) {
      await held.log.append({ type: 'cancel.requested' });
    }
    held.conducting?.interrupt();
    residents.keepGoing(held);
    await held.conducting?.done;
    return held.log.durable;
  }

  async function* watched(
    held: Resident,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<TaskUpdate> {
    try {
      yield* held.log.updates(after, signal);
    } finally {
      residents.letGo(held);
    }
  }

  /** Follows a task that another process drives, by looking. */
  async function* looked(
    taskId: string,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<TaskUpdate> {
    let seen = after;
    while (!signal.aborted && !closed) {
      for (const event of table.events(taskId, seen, -1)) {
        seen = event.generation;
        yield { kind: 'event', event };
        if (event.type === 'task.finished') return;
      }
      await new Promise<void>((resolve) => clock.schedule(LOOK_MS, resolve));
    }
  }

  function updates(taskId: string, after: number, signal: AbortSignal): AsyncIterable<TaskUpdate> {
    if (!residents.find(taskId)) throw unknownTask(taskId);
    const held = residents.bringOwn(taskId);
    return held ? watched(held, after, signal) : looked(taskId, after, signal);
  }

  async function settled(taskId: string, signal: AbortSignal): Promise<Task> {
    const held = residents.bringOwn(taskId);
    if (held) {
      const task = await held.log.settled(signal);
      residents.letGo(held);
      return task;
    }
    for (;;) {
      const task = residents.find(taskId);
      if (!task) throw unknownTask(taskId);
      if (isFinal(task) || task.state === 'input-required' || signal.aborted) return task;
      await new Promise<void>((resolve) => clock.schedule(LOOK_MS, resolve));
    }
  }

  return {
    submit,
    get: async (taskId) => residents.find(taskId),
    list: async (query) => queries.page(query),
    updates,
    settled,
    cancel,
    async close(graceMs) {
      if (closed) return;
      closed = true;
      callOff();
      await within(clock, graceMs, Promise.allSettled(residents.running()));
      // What is still running goes on when the file is opened again.
      queue.close();
      residents.abandon();
      ownership.release();
      database.close();
    },
  };
}

function acceptedBy(task: Task, submission: Submission): readonly TaskEvent[] {
  const acceptance = accept(task, submission);
  if (acceptance.accepted) return acceptance.events;
  throw new RunnerError(acceptance.refusal.code, acceptance.refusal.message);
}

function unknownTask(taskId: string): RunnerError {
  return new RunnerError('task-not-found', `there is no task ${taskId}`);
}
