import type { JsonObject, JsonValue } from '../../../core/index.ts';
import type { OwnTasks, PushTarget } from '../../../engine/port/index.ts';
import type { AgentDescription } from '../wire/agent-description.ts';
import type { WireMessage, WireTask } from '../wire/wire-types.ts';
import type { WirePage } from './list-tasks.ts';
import type { NumberedWireEvent } from './stream-task-events.ts';
import type { A2AVersion } from './requested-version.ts';

/** The operations on the push notification configs of a task (sections 3.1.7 to 3.1.10). */
export type PushOperation = 'push-set' | 'push-get' | 'push-list' | 'push-remove';

/** All operations of an agent, across bindings and versions. */
export type Operation =
  | 'send'
  | 'stream'
  | 'get'
  | 'list'
  | 'cancel'
  | 'subscribe'
  | PushOperation
  | 'extended-card';

export type OperationResult =
  | { readonly kind: 'sent' | 'task'; readonly task: WireTask }
  /** A bare message instead of a task, for an agent that replies without showing a task. */
  | { readonly kind: 'message'; readonly message: WireMessage }
  | { readonly kind: 'page'; readonly page: WirePage }
  | { readonly kind: 'card'; readonly card: JsonObject }
  | { readonly kind: 'push-target'; readonly target: PushTarget }
  | { readonly kind: 'push-targets'; readonly targets: readonly PushTarget[] }
  | { readonly kind: 'push-removed' }
  | {
      readonly kind: 'stream';
      readonly events: AsyncIterable<NumberedWireEvent>;
      /** Releases the stream's resources when the reader disconnects. */
      readonly release: () => void;
    };

/** The context of an operation: its caller and the request's headers. */
export interface OperationContext {
  /** The tasks that the caller has with the agent. */
  readonly tasks: OwnTasks;
  /** The caller's name. Empty if the server does not distinguish callers. */
  readonly principal: string;
  /** Builds the card of an agent description in the version of the request. */
  readonly buildCard: (agent: AgentDescription) => JsonObject;
  readonly version: A2AVersion;
  /** Aborts when the caller disconnects. Tasks keep running. */
  readonly signal: AbortSignal;
  /**
   * Reads the last task generation that the caller received completely, if the request resumes a
   * stream. Throws `A2AError` if the value is invalid.
   */
  readonly readLastEventId: () => number | undefined;
  /** The extensions that the request lists. */
  readonly extensions: ReadonlySet<string>;
  /** The parent span of the request, from its `traceparent` header (W3C Trace Context). */
  readonly traceparent: string | undefined;
}

/**
 * Performs one operation with parameters in their 1.0 form. Rejects if the operation is refused.
 */
export type PerformOperation = (
  operation: Operation,
  params: JsonValue,
  context: OperationContext,
) => Promise<OperationResult>;
