import { expectsUserReply, type Task, type TaskState } from '../../../core/index.ts';
import type { WireState } from './wire-types.ts';

const TO_WIRE: Readonly<Record<TaskState, WireState>> = {
  submitted: 'TASK_STATE_SUBMITTED',
  working: 'TASK_STATE_WORKING',
  'input-required': 'TASK_STATE_INPUT_REQUIRED',
  completed: 'TASK_STATE_COMPLETED',
  failed: 'TASK_STATE_FAILED',
  canceled: 'TASK_STATE_CANCELED',
  rejected: 'TASK_STATE_REJECTED',
};

/** Timestep's task states, and `auth-required`, which exists only on the wire. */
export type RemoteTaskState = TaskState | 'auth-required';

const FROM_WIRE: Readonly<Record<WireState, RemoteTaskState>> = {
  TASK_STATE_SUBMITTED: 'submitted',
  TASK_STATE_WORKING: 'working',
  TASK_STATE_INPUT_REQUIRED: 'input-required',
  TASK_STATE_AUTH_REQUIRED: 'auth-required',
  TASK_STATE_COMPLETED: 'completed',
  TASK_STATE_FAILED: 'failed',
  TASK_STATE_CANCELED: 'canceled',
  TASK_STATE_REJECTED: 'rejected',
};

export const WIRE_STATES: readonly string[] = Object.keys(FROM_WIRE);

/** A task that waits for credentials is stored as `input-required`. */
export function stateToWire(task: Task): WireState {
  return isWaitingForCredentials(task) ? 'TASK_STATE_AUTH_REQUIRED' : TO_WIRE[task.state];
}

function isWaitingForCredentials(task: Task): boolean {
  const last = task.entries?.last.message;
  if (task.state !== 'input-required' || last?.role !== 'assistant') return false;
  return last.reply_as === 'credentials-request' && expectsUserReply(last);
}

export function isWireState(value: unknown): value is WireState {
  return typeof value === 'string' && Object.hasOwn(FROM_WIRE, value);
}

export function stateFromWire(state: WireState): RemoteTaskState {
  return FROM_WIRE[state];
}
