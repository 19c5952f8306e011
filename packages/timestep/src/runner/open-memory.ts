import type { Backend, BackendNeeds } from '../port/index.ts';
import {
  createMemoryFileStore,
  createMemoryOutbox,
  createMemoryResponseStore,
  createMemorySessionStore,
  createMemoryTraceStore,
  createMemoryVectorStore,
  type ResponseStoreOptions,
} from '../store/index.ts';
import { systemClock } from './clock.ts';
import { keepRetention } from './keep-retention.ts';
import { runInMemory, type MemoryRunnerOptions } from './memory-runner.ts';
import { memoryStoredTasks } from './memory-stored-tasks.ts';

/** What `openMemory` keeps, and for how long. */
export interface OpenMemoryOptions extends MemoryRunnerOptions, BackendNeeds {
  /** How many responses are kept, and for how long. */
  readonly responses?: Omit<ResponseStoreOptions, 'clock'>;
}

/** Keeps everything in the memory of this process: nothing survives the process. */
export function openMemory(options: OpenMemoryOptions): Backend {
  const { clock = systemClock, retention, onError } = options;
  const held = runInMemory(options);
  const sessions = createMemorySessionStore();
  const files = createMemoryFileStore({ clock });
  const tasks = memoryStoredTasks(held.tasks, { ...sessions, ...files });
  const stopErasing =
    retention && keepRetention({ tasks, retention, clock, ...(onError && { onError }) });
  const closed = Promise.withResolvers<void>();
  return {
    runner: held.runner,
    outbox: createMemoryOutbox(held.runner),
    responses: createMemoryResponseStore({ ...options.responses, clock }),
    sessions,
    files,
    vectors: createMemoryVectorStore(),
    tasks,
    traces: createMemoryTraceStore({
      get: (taskId) => held.tasks.get(taskId)?.log.task,
      all: () => held.tasks.all().map(({ log }) => log.task),
    }),
    changes: held.changes,
    hooks: held.hooks,
    done: closed.promise,
    async close(graceMs) {
      await stopErasing?.();
      await held.runner.close(graceMs);
      closed.resolve();
    },
  };
}
