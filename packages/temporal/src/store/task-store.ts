import type { NumberedEvent, Submission, Task } from 'timestep/core';
import type { TaskPage, TaskQuery } from 'timestep/port';
import { latestCompleted, pageOf, stateKeyIn } from 'timestep/store';
import type { Content } from '../task/outline.ts';
import type { Added, InboundMessage } from '../task/task-record.ts';
import { appendRecords, closeTask, keepOutcome } from './append.ts';
import { deltasAfter, insertDeltas, type ShownDelta } from './deltas.ts';
import {
  markDelivered,
  messagesUndelivered,
  reserve,
  sentBefore,
  waitsForMessages,
  type Reserved,
  type WaitingMessage,
} from './inbound.ts';
import { readContent } from './content.ts';
import { eventsAfter, generationOf, keepSnapshot, loadTask } from './reading.ts';
import { eraseTasks } from './pruning.ts';
import type { Durability, TaskDatabase } from './task-database.ts';

/** Where tasks are kept beside Temporal: what was said, in order, and what was accepted. */
export interface TaskStore {
  /**
   * Keeps a message under its sender's id, unless it is there. `contents` are what is to be known of
   * it later. Refuses what is for a task that has ended.
   */
  reserve(
    message: InboundMessage,
    bodyHash: string,
    taskId: string,
    contents: Readonly<Record<string, Content>>,
  ): Promise<Reserved>;
  /** What became of a message of that id, if there was one. */
  sentBefore(submission: Submission, bodyHash: string): Promise<Reserved | undefined>;
  /** Writes records that are not there yet, whole. */
  append(added: Added, durability?: Durability): Promise<void>;
  /** Keeps what came of an effect, and the records before it where they are not there. */
  keepOutcome(added: Added, name: string, content: Content): Promise<void>;
  /** The same with the end of a task; writes nothing and tells what waits, where something does. */
  close(added: Added): Promise<readonly InboundMessage[]>;
  content(taskId: string, name: string): Promise<Content | undefined>;
  /** A task as it is, folded onward from `known` where that is given. */
  load(taskId: string, known?: Task): Promise<Task | undefined>;
  /** Keeps a task as it is beside its log, where it has grown enough. */
  keepSnapshot(task: Task): Promise<void>;
  /** How far the log goes, and whether something accepted has not reached it. */
  progress(taskId: string): Promise<{ generation: number; isAwaited: boolean } | undefined>;
  events(taskId: string, after: number, limit: number): Promise<readonly NumberedEvent[]>;
  page(query: TaskQuery): Promise<TaskPage>;
  latestCompleted(
    sender: Pick<Submission, 'principal' | 'agent'>,
    contextId: string,
  ): Promise<Task | undefined>;
  /** Notes that Temporal has a message. */
  markDelivered(submission: Submission): Promise<void>;
  /** Messages that were accepted by then and may not have reached Temporal. */
  undelivered(acceptedBy: number): Promise<readonly WaitingMessage[]>;
  /** The secret that all processes on the database sign with; `newKey` makes it where there is none. */
  stateKey(newKey: () => Buffer): Promise<Uint8Array>;
  show(taskId: string, deltas: readonly ShownDelta[]): Promise<void>;
  shown(taskId: string, after: ShownPosition): Promise<readonly ShownDelta[]>;
  /** Deletes a task that has ended and all that belongs to it. */
  erase(taskId: string): Promise<void>;
  watch(onChange: (taskId?: string) => void): () => void;
  closeDatabase(): Promise<void>;
}

/** Up to where a reader has seen what was shown of a step. */
export interface ShownPosition {
  readonly step: number;
  readonly attempt: number;
  readonly position: number;
}

/** The store of tasks on Temporal, over a database that is open. */
export function createTaskStore(database: TaskDatabase): TaskStore {
  const load = (taskId: string, known?: Task): Promise<Task | undefined> =>
    database.read(() => loadTask(taskId, known));

  async function announced<T>(taskId: string, work: Promise<T>): Promise<T> {
    const value = await work;
    database.announce(taskId);
    return value;
  }
  return {
    reserve: (message, bodyHash, taskId, contents) =>
      database.write(() => reserve(message, bodyHash, taskId, contents)),
    sentBefore: (submission, bodyHash) => database.read(() => sentBefore(submission, bodyHash)),
    async append(added, durability) {
      const isNews = await database.write(() => appendRecords(added), durability);
      if (isNews) database.announce(added.taskId);
    },
    async keepOutcome(added, name, content) {
      const isNews = await database.write(() => keepOutcome(added, name, content));
      if (isNews) database.announce(added.taskId);
    },
    close: (added) =>
      announced(
        added.taskId,
        database.write(() => closeTask(added)),
      ),
    content: (taskId, name) => database.read(() => readContent(taskId, name)),
    load,
    keepSnapshot: (task) => database.write(() => keepSnapshot(task)),
    progress: (taskId) =>
      database.read(function* progress() {
        const generation = yield* generationOf(taskId);
        if (generation === undefined) return undefined;
        return { generation, isAwaited: yield* waitsForMessages(taskId) };
      }),
    events: (taskId, after, limit) => database.read(() => eventsAfter(taskId, after, limit)),
    page: (query) => pageOf(query, { database, load, hasCounts: false }),
    latestCompleted: (sender, contextId) =>
      database.read(function* loadLatest() {
        const id = yield* latestCompleted(sender, contextId);
        return id === undefined ? undefined : yield* loadTask(id);
      }),
    markDelivered: (submission) => database.write(() => markDelivered(submission), 'soon'),
    undelivered: (acceptedBy) => database.read(() => messagesUndelivered(acceptedBy)),
    stateKey: (newKey) => stateKeyIn(database, newKey),
    show: (taskId, deltas) =>
      announced(
        taskId,
        database.write(() => insertDeltas(taskId, deltas), 'soon'),
      ),
    shown: (taskId, after) => database.read(() => deltasAfter(taskId, after)),
    erase: (taskId) =>
      announced(
        taskId,
        database.write(() => eraseTasks([{ id: taskId }])),
      ),
    watch: (onChange) => database.watch(onChange),
    closeDatabase: () => database.close(),
  };
}
