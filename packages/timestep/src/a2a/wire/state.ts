import { asksUser, type Task, type TaskState } from '../../core/index.ts';
import type { WireState } from './wire.ts';

const TO_WIRE: Readonly<Record<TaskState, WireState>> = {
  submitted: 'TASK_STATE_SUBMITTED',
  working: 'TASK_STATE_WORKING',
  'input-required': 'TASK_STATE_INPUT_REQUIRED',
  completed: 'TASK_STATE_COMPLETED',
  failed: 'TASK_STATE_FAILED',
  canceled: 'TASK_STATE_CANCELED',
  rejected: 'TASK_STATE_REJECTED',
};

/** The states of peers: those of Timestep's tasks, and one that these have on the wire alone. */
export type PeerState = TaskState | 'auth-required';

const FROM_WIRE: Readonly<Record<WireState, PeerState>> = {
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

/** A task whose agent asks for credentials waits for input here, and for them on the wire. */
export function stateToWire(task: Task): WireState {
  return asksForCredentials(task) ? 'TASK_STATE_AUTH_REQUIRED' : TO_WIRE[task.state];
}

function asksForCredentials(task: Task): boolean {
  const last = task.entries?.last.message;
  if (task.state !== 'input-required' || last?.role !== 'assistant') return false;
  return last.reply_as === 'credentials-request' && asksUser(last);
}

export function isWireState(value: unknown): value is WireState {
  return typeof value === 'string' && Object.hasOwn(FROM_WIRE, value);
}

/** Timestep's name of a peer's state. */
export function stateFromWire(state: WireState): PeerState {
  return FROM_WIRE[state];
}
