import {
  taskToSnapshot,
  type NumberedEvent,
  type Submission,
  type Task,
} from '@timestep-ai/timestep/core';
import {
  createTaskChangesNotifier,
  type TaskChangesNotifier,
  type TaskPage,
  type TaskQuery,
} from '@timestep-ai/timestep/port';
import {
  execute,
  findLatestCompletedTask,
  isSnapshotDue,
  listEvents,
  loadStateKey,
  loadTask,
  loadTaskPage,
  queryFirst,
  readGeneration,
  type Transaction,
} from '@timestep-ai/timestep/store';
import type { StoredContent } from '../task/outline.ts';
import type { AddedRecords, InboundMessage } from '../task/task-record.ts';
import {
  appendRecords,
  endTaskIfNoMessages,
  storeEffectOutcomeAndRecords,
} from './append-records.ts';
import {
  markMessageDelivered,
  listUndeliveredMessages,
  storeMessage,
  findEarlierMessage,
  hasUnprocessedMessages,
  type StoreMessageResult,
  type WaitingMessage,
} from './inbound-messages.ts';
import {
  insertDeltas,
  listDeltasAfter,
  readStoredContent,
  type DeltaPosition,
  type StoredDelta,
} from './interim-data.ts';
import { eraseTasks } from './stored-tasks.ts';
import type { Durability, TaskDatabase } from './task-database.ts';

/** Store of tasks on Temporal: logs and accepted messages. Temporal itself holds only outlines. */
export interface TaskStore {
  /**
   * Stores a message to a running task. `contents` holds its texts, because Temporal receives events without
   * texts.
   */
  storeMessage(
    message: InboundMessage,
    bodyHash: string,
    taskId: string,
    contents: Readonly<Record<string, StoredContent>>,
  ): Promise<StoreMessageResult>;
  findEarlierMessage(
    submission: Submission,
    bodyHash: string,
  ): Promise<StoreMessageResult | undefined>;
  append(added: AddedRecords, durability?: Durability): Promise<void>;
  /** Stores the outcome of an effect, and earlier records that the log does not have yet. */
  storeOutcome(added: AddedRecords, name: string, content: StoredContent): Promise<void>;
  /** Ends a task unless messages are waiting. Returns those messages. */
  close(added: AddedRecords): Promise<readonly InboundMessage[]>;
  content(taskId: string, name: string): Promise<StoredContent | undefined>;
  /** Loads a task. If `known` is an earlier state of it, only newer events are read. */
  load(taskId: string, known?: Task): Promise<Task | undefined>;
  storeSnapshot(task: Task): Promise<void>;
  /** Returns the length of the log, and whether the log still lacks an accepted message. */
  progress(taskId: string): Promise<{ generation: number; isAwaited: boolean } | undefined>;
  events(taskId: string, after: number, limit: number): Promise<readonly NumberedEvent[]>;
  page(query: TaskQuery): Promise<TaskPage>;
  findLatestCompletedTask(
    sender: Pick<Submission, 'principal' | 'agent'>,
    contextId: string,
  ): Promise<Task | undefined>;
  markDelivered(submission: Submission): Promise<void>;
  undelivered(acceptedBy: number): Promise<readonly WaitingMessage[]>;
  /** Loads the signing key that all processes share. `newKey` creates it on first use. */
  stateKey(newKey: () => Buffer): Promise<Uint8Array>;
  storeDeltas(taskId: string, deltas: readonly StoredDelta[]): Promise<void>;
  listDeltasAfter(taskId: string, after: DeltaPosition): Promise<readonly StoredDelta[]>;
  erase(taskId: string): Promise<void>;
  watch(onChange: (taskId?: string) => void): () => void;
  closeDatabase(): Promise<void>;
}

/** Creates the store of tasks on Temporal. Added events are also reported to `changes`. */
export function createTaskStore(
  database: TaskDatabase,
  changes: TaskChangesNotifier = createTaskChangesNotifier(),
): TaskStore {
  const load = (taskId: string, known?: Task): Promise<Task | undefined> =>
    database.read(() => loadTask(taskId, { known }));

  async function notifyAfter<T>(taskId: string, work: Promise<T>): Promise<T> {
    const value = await work;
    database.notify(taskId);
    return value;
  }

  function notifyTaskChange({ taskId, records }: AddedRecords): void {
    changes.notify(taskId, records.at(-1)?.event.type === 'task.finished');
  }

  async function notifyIfAppended(added: AddedRecords, isNew: Promise<boolean>): Promise<void> {
    if (!(await isNew)) return;
    database.notify(added.taskId);
    notifyTaskChange(added);
  }

  return {
    storeMessage: (message, bodyHash, taskId, contents) =>
      database.write(() => storeMessage(message, bodyHash, taskId, contents)),
    findEarlierMessage: (submission, bodyHash) =>
      database.read(() => findEarlierMessage(submission, bodyHash)),
    append: (added, durability) =>
      notifyIfAppended(
        added,
        database.write(() => appendRecords(added), durability),
      ),
    storeOutcome: (added, name, content) =>
      notifyIfAppended(
        added,
        database.write(() => storeEffectOutcomeAndRecords(added, name, content)),
      ),
    async close(added) {
      const waiting = await notifyAfter(
        added.taskId,
        database.write(() => endTaskIfNoMessages(added)),
      );
      notifyTaskChange(added);
      return waiting;
    },
    content: (taskId, name) => database.read(() => readStoredContent(taskId, name)),
    load,
    storeSnapshot: (task) => database.write(() => storeSnapshotIfDue(task)),
    progress: (taskId) =>
      database.read(function* readTaskProgress() {
        const generation = yield* readGeneration(taskId);
        if (generation === undefined) return undefined;
        return { generation, isAwaited: yield* hasUnprocessedMessages(taskId) };
      }),
    events: (taskId, after, limit) => database.read(() => listEvents(taskId, after, limit)),
    page: (query) => loadTaskPage(query, { database, load, hasCounts: database.hasCounts }),
    findLatestCompletedTask: (sender, contextId) =>
      database.read(function* loadLatestCompletedTaskOfContext() {
        const id = yield* findLatestCompletedTask(sender, contextId);
        return id === undefined ? undefined : yield* loadTask(id);
      }),
    markDelivered: (submission) => database.write(() => markMessageDelivered(submission), 'soon'),
    undelivered: (acceptedBy) => database.read(() => listUndeliveredMessages(acceptedBy)),
    stateKey: (newKey) => loadStateKey(database, newKey),
    storeDeltas: (taskId, deltas) =>
      notifyAfter(
        taskId,
        database.write(() => insertDeltas(taskId, deltas), 'soon'),
      ),
    listDeltasAfter: (taskId, after) => database.read(() => listDeltasAfter(taskId, after)),
    erase: (taskId) =>
      notifyAfter(
        taskId,
        database.write(() => eraseTasks([taskId])),
      ),
    watch: (onChange) => database.watch(onChange),
    closeDatabase: () => database.close(),
  };
}

function* storeSnapshotIfDue(task: Task): Transaction<void> {
  const { id, generation } = task;
  const row = yield* queryFirst('SELECT generation FROM snapshot WHERE task_id = :id', { id });
  if (!isSnapshotDue(Number(row?.['generation'] ?? 0), generation)) return;
  yield* execute(
    `INSERT INTO snapshot (task_id, generation, body) VALUES (:id, :generation, :body)
     ON CONFLICT (task_id) DO UPDATE SET generation = excluded.generation, body = excluded.body`,
    { id, generation, body: JSON.stringify(taskToSnapshot(task)) },
  );
}
