import {
  apply,
  mailboxItemToEvents,
  hasTaskEnded,
  type TaskEventLog,
  type NumberedEvent,
  type Task,
  type TaskEvent,
} from '@timestep-ai/timestep/core';
import { findOmittedContentName } from '../task/content-key.ts';
import type {
  AddedRecords,
  CarriedState,
  CloseTaskResult,
  InboundMessage,
  OutlineRecord,
  TaskInput,
} from '../task/task-record.ts';

/** Number of message ids that the workflow keeps to recognize repeated messages. */
const MAX_REMEMBERED = 1000;

/** Log of a task inside its workflow: event outlines, which are written to the store later. */
export interface WorkflowLog extends TaskEventLog {
  addEvent(event: TaskEvent, at: number): void;
  /** Sets the time of an event that the task loop will append, and an event to append directly after it. */
  planAppend(event: TaskEvent, plan: AppendPlan): void;
  recordOrQueueMessage(message: InboundMessage): void;
  /**
   * Adds an event and wakes the workflow, which writes the event to the store at once. Ignored if the task
   * has ended or is about to end.
   */
  addNews(event: TaskEvent, news: WorkflowNews): void;
  added(): AddedRecords;
  wrote(generation: number): void;
  carry(): Omit<CarriedState, 'traits'>;
}

interface AppendPlan {
  /** Time of the event. Default: the time at which it is appended. */
  readonly at?: number;
  readonly next?: TaskEvent;
}

/** News for a running task loop: a new message, or a cancellation, which stops the running effects. */
type WorkflowNews = 'message' | 'cancel';

export interface WorkflowLogDeps {
  readonly now: () => number;
  readonly onNews: (news: WorkflowNews) => void;
  /** Ends the task in the store, unless it has unprocessed messages. */
  readonly close: (added: AddedRecords) => Promise<CloseTaskResult>;
}

export function createWorkflowLog(input: TaskInput, deps: WorkflowLogDeps): WorkflowLog {
  let { task, unwritten, seen } = input.carried
    ? restoreRunState(input.carried)
    : createInitialRunState(input);
  /** Messages that arrived while the task was about to end. */
  let waiting: InboundMessage[] | undefined;
  const plans = new Map<TaskEvent, AppendPlan>();

  function addEvent(event: TaskEvent, at: number): void {
    const next = numberNextEvent(task, event, at);
    unwritten = [...unwritten, outlinedEventToRecord(task, next)];
    task = apply(task, next);
  }

  function recordOrQueueMessage(message: InboundMessage): void {
    const { submission } = message;
    if (waiting) {
      waiting.push(message);
      return;
    }
    if (hasTaskEnded(task) || seen.includes(submission.messageId)) return;
    seen = [...seen.slice(1 - MAX_REMEMBERED), submission.messageId];
    // The first message of a task gets the time at which the task was created.
    const heardAt = task.generation === 1 ? message.at : deps.now();
    for (const event of mailboxItemToEvents(task, { kind: 'submission', submission })) {
      addEvent(event, heardAt);
    }
    deps.onNews('message');
  }

  async function finishTaskUnlessMessagesPending(event: TaskEvent): Promise<Task> {
    waiting = [];
    const last = numberNextEvent(task, event, deps.now());
    const ended = apply(task, last);
    const records = [...unwritten, outlinedEventToRecord(task, last)];
    const { pending } = await deps.close({ taskId: task.id, records, state: ended.state });
    const heard = [...pending, ...waiting];
    waiting = undefined;
    if (pending.length > 0) {
      for (const message of heard) recordOrQueueMessage(message);
      return task;
    }
    task = ended;
    unwritten = [];
    return task;
  }

  return {
    get task() {
      return task;
    },
    addEvent,
    recordOrQueueMessage,
    append(event) {
      if (event.type === 'task.finished') return finishTaskUnlessMessagesPending(event);
      const now = deps.now();
      const { at = now, next } = plans.get(event) ?? {};
      plans.delete(event);
      addEvent(event, at);
      // Another tool call may have stopped the task meanwhile; then only its user can resume it.
      if (next && !task.parked) addEvent(next, now);
      return task;
    },
    planAppend: (event, plan) => void plans.set(event, plan),
    addNews(event, news) {
      if (hasTaskEnded(task) || waiting) return;
      addEvent(event, deps.now());
      deps.onNews(news);
    },
    added: () => ({ taskId: task.id, records: unwritten, state: task.state }),
    wrote(generation) {
      unwritten = unwritten.filter(({ event }) => event.generation > generation);
    },
    carry() {
      const { entries: _entries, ...rest } = task;
      return { task: rest, unwritten, seen };
    },
  };
}

export function requestWorkflowCancel(log: WorkflowLog): void {
  if (!log.task.cancelRequested) log.addNews({ type: 'cancel.requested' }, 'cancel');
}

function outlinedEventToRecord(task: Task, event: NumberedEvent): OutlineRecord {
  const content = findOmittedContentName(task, event);
  return { event, ...(content !== undefined && { content }) };
}

interface RunState {
  readonly task: Task;
  readonly unwritten: readonly OutlineRecord[];
  /** Ids of the most recent messages of the task. */
  readonly seen: readonly string[];
}

function createInitialRunState({ origin, at }: TaskInput): RunState {
  const event: NumberedEvent = { ...origin, generation: 1, at };
  const task = apply(undefined, event);
  return { task, unwritten: [outlinedEventToRecord(task, event)], seen: [] };
}

function restoreRunState({ task, unwritten, seen }: CarriedState): RunState {
  return { task: { ...task, entries: undefined }, unwritten, seen };
}

/** Numbers an event, with a time that is not before the time of the previous event. */
function numberNextEvent(task: Task, event: TaskEvent, at: number): NumberedEvent {
  return { ...event, generation: task.generation + 1, at: Math.max(at, task.updatedAt) };
}
