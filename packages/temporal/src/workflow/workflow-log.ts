import {
  apply,
  eventsOfMail,
  isFinal,
  type DrivenLog,
  type NumberedEvent,
  type Task,
  type TaskEvent,
} from '@timestep-ai/timestep/core';
import { contentKeyOf } from '../task/content-key.ts';
import type {
  Added,
  Carried,
  Closing,
  InboundMessage,
  Recorded,
  TaskInput,
} from '../task/task-record.ts';

/** How many of the newest messages are remembered, to recognise repeated ones. */
const REMEMBERED = 1000;

/**
 * The log of a task inside its workflow: outlines, which are numbered here and written to the store
 * later.
 */
export interface WorkflowLog extends DrivenLog {
  /** Appends an event with the time `at`, in milliseconds since the epoch. */
  add(event: TaskEvent, at: number): void;
  take(message: InboundMessage): void;
  requestCancel(): void;
  /** The records that the store may not have yet. */
  added(): Added;
  /** Records that the store has everything up to a generation. */
  wrote(generation: number): void;
  carry(): Omit<Carried, 'traits'>;
}

export interface LogSite {
  readonly now: () => number;
  /** Called with every message and cancellation that comes in. */
  readonly onNews: (news: 'message' | 'cancel') => void;
  /** Ends the task in the store, unless it has accepted messages that it has not taken. */
  readonly close: (added: Added) => Promise<Closing>;
}

export function createWorkflowLog(input: TaskInput, site: LogSite): WorkflowLog {
  let { task, unwritten, seen } = input.carried ? withMessages(input.carried) : begun(input);
  /** Messages that come in while the task is about to end; absent at other times. */
  let waiting: InboundMessage[] | undefined;

  function add(event: TaskEvent, at: number): void {
    const next = following(task, event, at);
    unwritten = [...unwritten, recorded(task, next)];
    task = apply(task, next);
  }

  function take(message: InboundMessage): void {
    const { submission } = message;
    if (waiting) {
      waiting.push(message);
      return;
    }
    if (isFinal(task) || seen.includes(submission.messageId)) return;
    seen = [...seen.slice(1 - REMEMBERED), submission.messageId];
    // The first message has the time of its task; a later one has the time at which the workflow
    // receives it.
    const heardAt = task.generation === 1 ? message.at : site.now();
    for (const event of eventsOfMail(task, { kind: 'submission', submission })) {
      add(event, heardAt);
    }
    site.onNews('message');
  }

  async function finish(event: TaskEvent): Promise<Task> {
    waiting = [];
    const last = following(task, event, site.now());
    const ended = apply(task, last);
    const records = [...unwritten, recorded(task, last)];
    const { pending } = await site.close({ taskId: task.id, records, state: ended.state });
    const heard = [...pending, ...waiting];
    waiting = undefined;
    if (pending.length > 0) {
      for (const message of heard) take(message);
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
    add,
    take,
    append(event) {
      if (event.type === 'task.finished') return finish(event);
      add(event, site.now());
      return task;
    },
    requestCancel() {
      if (isFinal(task) || task.cancelRequested || waiting) return;
      add({ type: 'cancel.requested' }, site.now());
      site.onNews('cancel');
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

function recorded(task: Task, event: NumberedEvent): Recorded {
  const content = contentKeyOf(task, event);
  return { event, ...(content !== undefined && { content }) };
}

/** The state of a task in a run of its workflow. */
interface Known {
  readonly task: Task;
  /** The records that the store may not have yet. */
  readonly unwritten: readonly Recorded[];
  /** Ids of the newest messages that were taken. */
  readonly seen: readonly string[];
}

function begun({ origin, at }: TaskInput): Known {
  const event: NumberedEvent = { ...origin, generation: 1, at };
  const task = apply(undefined, event);
  return { task, unwritten: [recorded(task, event)], seen: [] };
}

function withMessages({ task, unwritten, seen }: Carried): Known {
  return { task: { ...task, entries: undefined }, unwritten, seen };
}

/** Numbers an event as the next one of a task's log, in which time must not run backwards. */
function following(task: Task, event: TaskEvent, at: number): NumberedEvent {
  return { ...event, generation: task.generation + 1, at: Math.max(at, task.updatedAt) };
}
