import type { InputRequests } from '@modelcontextprotocol/server';
import type { CallTask, CallTaskError } from './call-task.ts';

/** Milliseconds after which a client may ask again. */
const POLL_INTERVAL_MS = 1000;

/** A task as the tasks extension writes it, whatever its status. */
interface TaskOnWire {
  [field: string]: unknown;
  taskId: string;
  createdAt: string;
  lastUpdatedAt: string;
  /** `null`: as long as the server keeps any. */
  ttlMs: number | null;
  pollIntervalMs: number;
}

/** What takes the place of the result of a call (`CreateTaskResult`). */
export interface CreateTaskResult extends TaskOnWire {
  resultType: 'task';
  status: 'working';
}

/** The answer to a call that goes on as a task, whose status `tasks/get` tells. */
export function callTaskToMcp(task: CallTask): CreateTaskResult {
  return { resultType: 'task', status: 'working', ...written(task) };
}

/** What a task has beside its times (`DetailedTask`). */
export type TaskStatus =
  | { readonly status: 'working' | 'cancelled' }
  | { readonly status: 'completed'; readonly result: object }
  | { readonly status: 'failed'; readonly statusMessage: string; readonly error: CallTaskError }
  | { readonly status: 'input_required'; readonly inputRequests: InputRequests };

/** The answer to `tasks/get`. */
export function detailedTask(task: CallTask, status: TaskStatus): TaskOnWire {
  return { ...status, ...written(task) };
}

function written({ id, createdAt, updatedAt, ttlMs }: CallTask): TaskOnWire {
  return {
    taskId: id,
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(updatedAt).toISOString(),
    ttlMs: ttlMs ?? null,
    pollIntervalMs: POLL_INTERVAL_MS,
  };
}
