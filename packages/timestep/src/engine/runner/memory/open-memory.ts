import type { Backend, BackendNeeds } from '#engine/port';
import {
  createMemoryFileStore,
  createMemoryOutbox,
  createMemoryResponseStore,
  createMemorySessionStore,
  createMemoryTraceStore,
  createMemoryVectorStore,
  createMemoryVersionStore,
  type ResponseStoreOptions,
} from '#engine/store';
import { systemClock } from '../clock.ts';
import { attachConsentLookup } from '../standing-consents.ts';
import { startRetention } from '../start-retention.ts';
import { createMemoryRunnerParts, type MemoryRunnerOptions } from './memory-runner.ts';
import { createMemoryStoredTasks } from './memory-stored-tasks.ts';

/** Options of a backend in memory. */
export interface OpenMemoryOptions extends MemoryRunnerOptions, BackendNeeds {
  readonly responses?: Omit<ResponseStoreOptions, 'clock'>;
}

/** Opens a backend in memory: nothing survives the process. */
export function openMemory(options: OpenMemoryOptions): Backend {
  const { clock = systemClock, retention, onError } = options;
  const parts = createMemoryRunnerParts(options);
  const sessions = createMemorySessionStore();
  const files = createMemoryFileStore({ clock });
  const versions = createMemoryVersionStore();
  const tasks = createMemoryStoredTasks(parts.tasks, { ...sessions, ...files, versions });
  const stopErasing =
    retention && startRetention({ tasks, retention, clock, ...(onError && { onError }) });
  attachConsentLookup(parts.hooks, sessions);
  const closed = Promise.withResolvers<void>();
  return {
    runner: parts.runner,
    outbox: createMemoryOutbox(parts.runner),
    responses: createMemoryResponseStore({ ...options.responses, clock }),
    sessions,
    files,
    vectors: createMemoryVectorStore(),
    versions,
    tasks,
    traces: createMemoryTraceStore({
      get: (taskId) => parts.tasks.get(taskId)?.log.task,
      all: () => parts.tasks.all().map(({ log }) => log.task),
    }),
    changes: parts.changes,
    hooks: parts.hooks,
    done: closed.promise,
    async close(graceMs) {
      await stopErasing?.();
      await parts.runner.close(graceMs);
      closed.resolve();
    },
  };
}
