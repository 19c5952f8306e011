import type { NumberedEvent, Submission, Task } from '@timestep-ai/timestep/core';
import {
  createTaskChanges,
  type NotedChanges,
  type TaskPage,
  type TaskQuery,
} from '@timestep-ai/timestep/port';
import { latestCompleted, pageOf, stateKeyIn } from '@timestep-ai/timestep/store';
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

/** The tasks beside Temporal: their texts in order, and the accepted messages. */
export interface TaskStore {
  /**
   * Keeps a message under its sender's id, unless that is there. `contents` are parts that outlines
   * leave out. Refuses a message for a task that has ended.
   */
  reserve(
    message: InboundMessage,
    bodyHash: string,
    taskId: string,
    contents: Readonly<Record<string, Content>>,
  ): Promise<Reserved>;
  /** The state of a message with that id that was sent before, if any. */
  sentBefore(submission: Submission, bodyHash: string): Promise<Reserved | undefined>;
  /** Writes the records that the log does not have yet, each as a whole. */
  append(added: Added, durability?: Durability): Promise<void>;
  /** Keeps the outcome of an effect, and the records before it that the log does not have. */
  keepOutcome(added: Added, name: string, content: Content): Promise<void>;
  /** Appends the end of a task; where messages wait, writes nothing and returns them. */
  close(added: Added): Promise<readonly InboundMessage[]>;
  content(taskId: string, name: string): Promise<Content | undefined>;
  /** The present state of a task, folded onward from `known` where that is given. */
  load(taskId: string, known?: Task): Promise<Task | undefined>;
  /** Keeps a snapshot of a task beside its log, where it has grown enough. */
  keepSnapshot(task: Task): Promise<void>;
  /** The length of the log, and whether an accepted message has not reached it. */
  progress(taskId: string): Promise<{ generation: number; isAwaited: boolean } | undefined>;
  events(taskId: string, after: number, limit: number): Promise<readonly NumberedEvent[]>;
  page(query: TaskQuery): Promise<TaskPage>;
  latestCompleted(
    sender: Pick<Submission, 'principal' | 'agent'>,
    contextId: string,
  ): Promise<Task | undefined>;
  /** Records that Temporal has a message. */
  markDelivered(submission: Submission): Promise<void>;
  /** Messages that were accepted by then and may not have reached Temporal. */
  undelivered(acceptedBy: number): Promise<readonly WaitingMessage[]>;
  /** The signing secret of all processes on the database; `newKey` makes it where there is none. */
  stateKey(newKey: () => Buffer): Promise<Uint8Array>;
  show(taskId: string, deltas: readonly ShownDelta[]): Promise<void>;
  shown(taskId: string, after: ShownPosition): Promise<readonly ShownDelta[]>;
  /** Deletes an ended task and all that belongs to it. */
  erase(taskId: string): Promise<void>;
  watch(onChange: (taskId?: string) => void): () => void;
  closeDatabase(): Promise<void>;
}

/** The position up to which a reader has seen the output of a step. */
export interface ShownPosition {
  readonly step: number;
  readonly attempt: number;
  readonly position: number;
}

/** The store of tasks on Temporal, over an open database. What it adds to tasks is noted in `changes`. */
export function createTaskStore(
  database: TaskDatabase,
  changes: NotedChanges = createTaskChanges(),
): TaskStore {
  const load = (taskId: string, known?: Task): Promise<Task | undefined> =>
    database.read(() => loadTask(taskId, known));

  async function announced<T>(taskId: string, work: Promise<T>): Promise<T> {
    const value = await work;
    database.announce(taskId);
    return value;
  }
  function noted({ taskId, records }: Added): void {
    changes.note(taskId, records.at(-1)?.event.type === 'task.finished');
  }

  return {
    reserve: (message, bodyHash, taskId, contents) =>
      database.write(() => reserve(message, bodyHash, taskId, contents)),
    sentBefore: (submission, bodyHash) => database.read(() => sentBefore(submission, bodyHash)),
    async append(added, durability) {
      const isNews = await database.write(() => appendRecords(added), durability);
      if (!isNews) return;
      database.announce(added.taskId);
      noted(added);
    },
    async keepOutcome(added, name, content) {
      const isNews = await database.write(() => keepOutcome(added, name, content));
      if (!isNews) return;
      database.announce(added.taskId);
      noted(added);
    },
    async close(added) {
      const waiting = await announced(
        added.taskId,
        database.write(() => closeTask(added)),
      );
      noted(added);
      return waiting;
    },
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
