import type { JsonObject, JsonValue } from '../../../core/index.ts';

/** A task in the 1.0 form (section 4). 0.3 is converted at the edge. */
export interface WireTask {
  readonly id: string;
  readonly contextId: string;
  readonly status: WireStatus;
  readonly artifacts?: readonly WireArtifact[];
  readonly history?: readonly WireMessage[];
  readonly metadata?: JsonObject;
}

export type WireState =
  | 'TASK_STATE_SUBMITTED'
  | 'TASK_STATE_WORKING'
  | 'TASK_STATE_INPUT_REQUIRED'
  | 'TASK_STATE_AUTH_REQUIRED'
  | 'TASK_STATE_COMPLETED'
  | 'TASK_STATE_FAILED'
  | 'TASK_STATE_CANCELED'
  | 'TASK_STATE_REJECTED';

type WireRole = 'ROLE_USER' | 'ROLE_AGENT';

export interface WireStatus {
  readonly state: WireState;
  readonly message?: WireMessage;
  /** ISO 8601 in UTC with milliseconds. */
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

/** Exactly one kind of content. `raw` is base64. */
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

/** `StreamResponse`. The first event of every stream is a task. */
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

interface WireArtifactUpdate {
  readonly taskId: string;
  readonly contextId: string;
  readonly artifact: WireArtifact;
  /** Whether the parts continue the artifact with the same id. Otherwise they replace it. */
  readonly append: boolean;
  readonly lastChunk: boolean;
  readonly metadata?: JsonObject;
}

/** Whether the task has ended or the client must act. */
export function isEndOfInteraction(state: WireState): boolean {
  return state !== 'TASK_STATE_SUBMITTED' && state !== 'TASK_STATE_WORKING';
}
