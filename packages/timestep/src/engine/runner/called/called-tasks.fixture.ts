import {
  apply,
  CORE_VERSION,
  DEFAULT_LIMITS,
  foldTask,
  hasTaskEnded,
  type NumberedEvent,
  type Task,
  type TaskEvent,
} from '#core';
import type { Delta, Runner, TaskUpdate } from '#engine/port';

/** The log of a task: its submission, and further events. */
function createLog(taskId: string, agent: string, events: readonly TaskEvent[]): NumberedEvent[] {
  const submitted: TaskEvent = {
    type: 'task.submitted',
    taskId,
    contextId: taskId,
    agent,
    principal: 'p',
    coreVersion: CORE_VERSION,
    toolSite: 'server',
    limits: DEFAULT_LIMITS,
    seed: 0,
    loadPrompt: false,
    history: [{ role: 'user', content: 'go' }],
    clientTools: [],
  };
  return [submitted, ...events].map((event, at) => ({ ...event, generation: at + 1, at }));
}

export function createTask(taskId: string, agent: string, events: readonly TaskEvent[]): Task {
  const task = foldTask(createLog(taskId, agent, events));
  if (!task) throw new Error('the log is empty');
  return task;
}

/** The events of a first step whose call `c` runs a tool. */
export const calling = (tool: string): readonly TaskEvent[] => [
  { type: 'model.started', step: 1, attempt: 1 },
  {
    type: 'model.replied',
    step: 1,
    attempt: 1,
    message: {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: tool, arguments: '{}' } }],
    },
  },
  { type: 'tool.started', callId: 'c', attempt: 1 },
];

/** The events of a first step whose call `c` waits for another task. */
export const asking = (childId: string, tool = 'ask'): readonly TaskEvent[] => [
  ...calling(tool),
  { type: 'call.suspended', callId: 'c', awaits: { task_id: childId } },
];

/** A runner whose tasks do what the test appends to their logs. */
export interface LogRunner {
  readonly runner: Runner;
  /** Ids of the tasks that were read, in order. */
  readonly reads: readonly string[];
  /** Ids of the tasks that were subscribed to, in order. */
  readonly subscriptions: readonly string[];
  /** Returns the ids of the tasks with an open subscription, sorted. */
  listOpen(): string[];
  append(taskId: string, event: TaskEvent): void;
  report(taskId: string, delta: Delta): void;
  /** Makes open subscriptions of a task throw. */
  breakOff(taskId: string): void;
}

interface LoggedTask {
  task: Task;
  readonly updates: TaskUpdate[];
  readonly wake: Set<() => void>;
  error?: Error;
}

/** Creates a runner whose tasks have these logs. Any other id is of an erased task. */
export function createLogRunner(logs: Readonly<Record<string, readonly TaskEvent[]>>): LogRunner {
  const reads: string[] = [];
  const subscriptions: string[] = [];
  const open: string[] = [];
  const logged = new Map<string, LoggedTask>();
  for (const [id, events] of Object.entries(logs)) {
    const log = createLog(id, id, events);
    const updates = log.map((event): TaskUpdate => ({ kind: 'event', event }));
    logged.set(id, { task: createTask(id, id, events), updates, wake: new Set() });
  }

  function find(taskId: string): LoggedTask {
    const found = logged.get(taskId);
    if (!found) throw new Error(`task ${taskId} is gone`);
    return found;
  }

  function push(one: LoggedTask, update: TaskUpdate): void {
    one.updates.push(update);
    for (const wake of one.wake) wake();
  }

  async function* subscribe(taskId: string, after: number, signal: AbortSignal) {
    subscriptions.push(taskId);
    const one = find(taskId);
    open.push(taskId);
    try {
      let at = 0;
      const live = one.updates.length;
      while (!signal.aborted) {
        if (one.error) throw one.error;
        const update = one.updates[at];
        if (update) {
          at += 1;
          const isNew = update.kind === 'event' ? update.event.generation > after : at > live;
          if (isNew) yield update;
        } else if (hasTaskEnded(one.task)) {
          return;
        } else {
          await new Promise<void>((resolve) => {
            one.wake.add(resolve);
            signal.addEventListener('abort', () => resolve(), { once: true });
          });
        }
      }
    } finally {
      open.splice(open.indexOf(taskId), 1);
    }
  }

  const runner = {
    get: async (taskId: string) => {
      reads.push(taskId);
      return logged.get(taskId)?.task;
    },
    subscribe,
  } as unknown as Runner;

  return {
    runner,
    reads,
    subscriptions,
    listOpen: () => open.toSorted(),
    append(taskId, event) {
      const one = find(taskId);
      const numbered = { ...event, generation: one.task.generation + 1, at: 0 };
      one.task = apply(one.task, numbered);
      push(one, { kind: 'event', event: numbered });
    },
    report: (taskId, delta) => push(find(taskId), { kind: 'delta', step: 2, attempt: 0, delta }),
    breakOff(taskId) {
      const one = find(taskId);
      one.error = new Error('the database is away');
      for (const wake of one.wake) wake();
    },
  };
}
