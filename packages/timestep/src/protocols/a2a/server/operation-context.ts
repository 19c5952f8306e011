import type { JsonObject, JsonValue } from '#core';
import type { OwnTasks, PushTarget } from '#engine/port';
import type { AgentDescription } from '../wire/agent-description.ts';
import type { WireMessage, WireTask } from '../wire/wire-types.ts';
import type { WirePage } from './list-tasks.ts';
import type { NumberedWireEvent } from './stream-task-events.ts';
import type { A2AVersion, Operation } from '../wire/rpc-methods.ts';

/** Operations on push notification targets (sections 3.1.7 to 3.1.10). */
export type PushOperation = Extract<Operation, `push-${string}`>;

export type OperationResult =
  | { readonly kind: 'sent' | 'task'; readonly task: WireTask }
  /** Answer of an agent that replies with a message instead of a task. */
  | { readonly kind: 'message'; readonly message: WireMessage }
  | { readonly kind: 'page'; readonly page: WirePage }
  | { readonly kind: 'card'; readonly card: JsonObject }
  | { readonly kind: 'push-target'; readonly target: PushTarget }
  | { readonly kind: 'push-targets'; readonly targets: readonly PushTarget[] }
  | { readonly kind: 'push-removed' }
  | {
      readonly kind: 'stream';
      readonly events: AsyncIterable<NumberedWireEvent>;
      readonly release: () => void;
    };

export interface OperationContext {
  readonly tasks: OwnTasks;
  /** Name of the caller. Empty if the server does not distinguish callers. */
  readonly principal: string;
  readonly buildCard: (agent: AgentDescription) => JsonObject;
  readonly version: A2AVersion;
  /** Aborts when the caller disconnects. Tasks keep running. */
  readonly signal: AbortSignal;
  /** Newest task generation that a resuming caller has received. Throws `A2AError` if it is invalid. */
  readonly readLastEventIdOrThrow: () => number | undefined;
  readonly extensions: ReadonlySet<string>;
  /** Parent span of the request, from the header `traceparent` (W3C Trace Context). */
  readonly traceparent: string | undefined;
}

/** Performs an operation with parameters in the A2A 1.0 form. Throws or rejects if the operation is refused. */
export type PerformOperation = (
  operation: Operation,
  params: JsonValue,
  context: OperationContext,
) => Promise<OperationResult>;
