import {
  type JsonObject,
  type JsonValue,
  expectsUserReply,
  type Task,
  type TaskState,
} from '#core';

/** A task in the A2A 1.0 form (section 4). For A2A 0.3 it is converted to and from this form. */
export interface WireTask {
  readonly id: string;
  readonly contextId: string;
  readonly status: WireStatus;
  readonly artifacts?: readonly WireArtifact[];
  readonly history?: readonly WireMessage[];
  readonly metadata?: JsonObject;
}

type WireRole = 'ROLE_USER' | 'ROLE_AGENT';

export interface WireStatus {
  readonly state: WireState;
  readonly message?: WireMessage;
  /** Time in ISO 8601, in UTC with milliseconds. */
  readonly timestamp?: string;
}

export interface WireMessage {
  readonly messageId: string;
  readonly contextId?: string;
  readonly taskId?: string;
  readonly role: WireRole;
  readonly parts: readonly WirePart[];
  readonly metadata?: JsonObject;
  readonly extensions?: readonly string[];
}

export interface WireArtifact {
  readonly artifactId: string;
  readonly name?: string;
  readonly description?: string;
  readonly parts: readonly WirePart[];
  readonly metadata?: JsonObject;
}

/** A message part, which has exactly one kind of content. `raw` is base64. */
export type WirePart = PartExtras &
  (
    | { readonly text: string }
    | { readonly raw: string }
    | { readonly url: string }
    | { readonly data: JsonValue }
  );

interface PartExtras {
  readonly filename?: string;
  readonly mediaType?: string;
  readonly metadata?: JsonObject;
}

/** An event of a stream (`StreamResponse`). The first event of every stream is a task. */
export type WireEvent =
  | { readonly task: WireTask }
  | { readonly message: WireMessage }
  | { readonly statusUpdate: WireStatusUpdate }
  | { readonly artifactUpdate: WireArtifactUpdate };

export interface WireStatusUpdate {
  readonly taskId: string;
  readonly contextId: string;
  readonly status: WireStatus;
  readonly metadata?: JsonObject;
}

export interface WireArtifactUpdate {
  readonly taskId: string;
  readonly contextId: string;
  readonly artifact: WireArtifact;
  /** Whether the parts continue the artifact with the same id. Otherwise they replace it. */
  readonly append: boolean;
  readonly lastChunk: boolean;
  readonly metadata?: JsonObject;
}

/** Returns whether the task has ended or the client must act. */
export function isEndedOrWaitingState(state: WireState): boolean {
  return state !== 'TASK_STATE_SUBMITTED' && state !== 'TASK_STATE_WORKING';
}

/** States of a remote task: those of Timestep, and `auth-required`, which exists only in A2A. */
export type RemoteTaskState = TaskState | 'auth-required';

/** Names of task states in A2A 1.0, in the order of their numbers in protocol buffers. */
const TO_WIRE = {
  submitted: 'TASK_STATE_SUBMITTED',
  working: 'TASK_STATE_WORKING',
  completed: 'TASK_STATE_COMPLETED',
  failed: 'TASK_STATE_FAILED',
  canceled: 'TASK_STATE_CANCELED',
  'input-required': 'TASK_STATE_INPUT_REQUIRED',
  rejected: 'TASK_STATE_REJECTED',
  'auth-required': 'TASK_STATE_AUTH_REQUIRED',
} as const;

export type WireState = (typeof TO_WIRE)[keyof typeof TO_WIRE];

const FROM_WIRE = Object.fromEntries(
  Object.entries(TO_WIRE).map(([state, name]) => [name, state]),
) as Readonly<Record<WireState, RemoteTaskState>>;

export const WIRE_STATES: readonly string[] = Object.keys(FROM_WIRE);

/** Returns the A2A state of a task. A task that waits for credentials is stored as `input-required`. */
export function getWireState(task: Task): WireState {
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
