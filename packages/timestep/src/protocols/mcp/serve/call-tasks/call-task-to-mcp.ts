import type { InputRequests } from '@modelcontextprotocol/server';
import type { CallTask, CallTaskError } from './call-task.ts';

const POLL_INTERVAL_MS = 1000;

interface TaskOnWire {
  [field: string]: unknown;
  taskId: string;
  createdAt: string;
  lastUpdatedAt: string;
  /** Milliseconds until the task may be deleted; `null` if there is no limit. */
  ttlMs: number | null;
  pollIntervalMs: number;
}

/** The answer to `tools/call` that returns a task (`CreateTaskResult`). */
export interface CreateTaskResult extends TaskOnWire {
  resultType: 'task';
  status: 'working';
  statusMessage?: string;
}

export function callTaskToMcp(task: CallTask): CreateTaskResult {
  const status = createWorkingStatus(task.stand.is === 'working' ? task.stand : {});
  return { resultType: 'task', ...status, ...createDetailedTask(task) };
}

/** Fields of a task that depend on its status (`DetailedTask`). */
export type TaskStatus =
  | WorkingStatus
  | { readonly status: 'cancelled' }
  | { readonly status: 'completed'; readonly result: object }
  | { readonly status: 'failed'; readonly statusMessage: string; readonly error: CallTaskError }
  | { readonly status: 'input_required'; readonly inputRequests: InputRequests };

type WorkingStatus = { readonly status: 'working'; readonly statusMessage?: string };

export function createWorkingStatus({ waits }: { readonly waits?: string }): WorkingStatus {
  return { status: 'working', ...(waits !== undefined && { statusMessage: waits }) };
}

export function createDetailedTask(
  { id, createdAt, updatedAt, ttlMs }: CallTask,
  status?: TaskStatus,
): TaskOnWire {
  return {
    ...status,
    taskId: id,
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(updatedAt).toISOString(),
    ttlMs: ttlMs ?? null,
    pollIntervalMs: POLL_INTERVAL_MS,
  };
}
