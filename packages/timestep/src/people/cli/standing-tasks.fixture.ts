import { apply, type NumberedEvent, type Submission, type Task, type TaskEvent } from '#core';
import type { Backend, BackendNeeds, Runner, StoredTasks, TaskUpdate } from '#engine/port';
import { openMemory } from '#engine/runner';

const AT = 1_790_000_000_000;

/** Backend whose tasks stop after fixed events, and the messages that later answer them. */
export interface StandingBackend {
  readonly open: (needs: BackendNeeds) => Backend;
  readonly runner: () => Runner;
  readonly answers: Submission[];
}

/** Creates a backend on which each new task has had `news` after its message, and then stands. */
export function createStandingBackend(news: readonly TaskEvent[]): StandingBackend {
  const logs = new Map<string, readonly NumberedEvent[]>();
  const answers: Submission[] = [];
  let opened: Runner | undefined;

  const load = (id: string, end?: number): Task => {
    const log = (logs.get(id) ?? []).slice(0, end);
    const task = log.reduce<Task | undefined>(apply, undefined);
    if (!task) throw new Error(`there is no task ${id}`);
    return task;
  };

  async function submit(submission: Submission): Promise<Task> {
    const { taskId, agent, principal, messageId, contextId = 'c', start, message } = submission;
    if (taskId !== undefined) {
      answers.push(submission);
      return load(taskId);
    }
    const id = `task-${logs.size + 1}`;
    const submitted = createSubmitted({ taskId: id, agent, principal, contextId });
    const metadata = start?.metadata ?? {};
    const received = message && ({ type: 'message.received', messageId, message } as const);
    const events = [{ ...submitted, metadata }, ...(received ? [received] : []), ...news];
    logs.set(
      id,
      events.map((event, index) => ({ ...event, generation: index + 1, at: AT + index })),
    );
    return load(id, events.length - news.length);
  }

  async function* subscribe(
    id: string,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<TaskUpdate> {
    for (const event of logs.get(id)?.slice(after) ?? []) yield { kind: 'event', event };
    if (!signal.aborted) {
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }

  const open = (needs: BackendNeeds): Backend => {
    const memory = openMemory(needs);
    const runner: Runner = {
      ...memory.runner,
      submit,
      subscribe,
      get: async (id) => (logs.has(id) ? load(id) : undefined),
      waitUntilSettled: async (id) => load(id),
      cancel: async (id) => load(id),
      erase: async (id) => void logs.delete(id),
    };
    opened = runner;
    const tasks: StoredTasks = {
      ...memory.tasks,
      async *events(id, after = 0) {
        yield* logs.get(id)?.slice(after) ?? [];
      },
    };
    return { ...memory, runner, tasks };
  };
  return {
    open,
    answers,
    runner: () => opened ?? open({ agents: [] }).runner,
  };
}

function createSubmitted(
  facts: Pick<Task, 'contextId'> & Pick<Submission, 'agent' | 'principal'> & { taskId: string },
): Extract<TaskEvent, { type: 'task.submitted' }> {
  return {
    type: 'task.submitted',
    coreVersion: 1,
    toolSite: 'server',
    limits: { max_steps: 5, time_limit_s: 60 },
    seed: 0,
    loadPrompt: false,
    history: [],
    clientTools: [],
    ...facts,
  };
}

/** Events of a task whose model is overloaded. */
export const WAITING: readonly TaskEvent[] = [
  { type: 'model.started', step: 1, attempt: 1 },
  {
    type: 'model.failed',
    step: 1,
    attempt: 1,
    error: { code: 'overloaded', message: 'the model is overloaded' },
    retryAt: AT + 7_200_000,
  },
];

/** Events of a task that ended its process three times. */
export const PARKED: readonly TaskEvent[] = [
  { type: 'model.started', step: 1, attempt: 1 },
  { type: 'model.lost', step: 1, attempt: 1 },
  {
    type: 'task.parked',
    question: {
      text: 'The model call has ended its process 3 times in a row. Go on or cancel?',
      options: ['go on', 'cancel'],
    },
  },
];

/** Events of a task whose provider has refused a tool. */
export const REFUSED: readonly TaskEvent[] = [
  { type: 'model.started', step: 1, attempt: 1 },
  {
    type: 'model.refused',
    step: 1,
    attempt: 1,
    error: { code: 'bad-request', message: 'the provider refused the schema of odd_tool' },
    without: [{ kind: 'tool', name: 'odd_tool' }],
  },
];

/** Events of the same task after its model has answered without the tool. */
export const ANSWERED_WITHOUT: readonly TaskEvent[] = [
  ...REFUSED,
  { type: 'model.started', step: 1, attempt: 2 },
  {
    type: 'model.replied',
    step: 1,
    attempt: 2,
    message: { role: 'assistant', content: 'done without it' },
  },
  { type: 'task.finished', state: 'completed', reason: 'final_answer' },
];
