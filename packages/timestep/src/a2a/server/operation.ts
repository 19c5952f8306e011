import type { JsonObject, JsonValue } from '../../core/index.ts';
import type { OwnTasks, PushTarget } from '../../port/index.ts';
import type { AgentDescription } from '../wire/agent-description.ts';
import type { WireMessage, WireTask } from '../wire/wire.ts';
import type { WirePage } from './list.ts';
import type { NumberedWireEvent } from './stream.ts';
import type { Version } from './version.ts';

/** The operations on the push notifications of a task (sections 3.1.7 to 3.1.10). */
export type PushOperation = 'push-set' | 'push-get' | 'push-list' | 'push-remove';

/** The operations of an agent, in every binding and version. */
export type Operation =
  | 'send'
  | 'stream'
  | 'get'
  | 'list'
  | 'cancel'
  | 'subscribe'
  | PushOperation
  | 'extended-card';

export type Outcome =
  | { readonly kind: 'sent' | 'task'; readonly task: WireTask }
  /** The whole answer to a message, where its agent wants no task to be seen. */
  | { readonly kind: 'message'; readonly message: WireMessage }
  | { readonly kind: 'page'; readonly page: WirePage }
  | { readonly kind: 'card'; readonly card: JsonObject }
  | { readonly kind: 'push-target'; readonly target: PushTarget }
  | { readonly kind: 'push-targets'; readonly targets: readonly PushTarget[] }
  | { readonly kind: 'push-removed' }
  | {
      readonly kind: 'stream';
      readonly events: AsyncIterable<NumberedWireEvent>;
      /** Releases the task when its reader has gone. */
      readonly leave: () => void;
    };

/** The caller of an operation, and how the caller asks. */
export interface Asking {
  /** The tasks of the caller with the agent. */
  readonly tasks: OwnTasks;
  /** Empty where the server does not tell callers apart. */
  readonly principal: string;
  /** The card of an agent that is described so, in the version of the request. */
  readonly cardOf: (agent: AgentDescription) => JsonObject;
  readonly version: Version;
  /** Aborts when the caller goes away; tasks go on. */
  readonly signal: AbortSignal;
  /**
   * The last generation that a caller has seen completely, where it resumes a stream; throws
   * `A2AError`.
   */
  readonly seen: () => number | undefined;
  /** The extensions that the caller names. */
  readonly extensions: ReadonlySet<string>;
  /** The span that led to the request (W3C Trace Context), by its header. */
  readonly traceparent: string | undefined;
}

/** Carries out one operation on parameters in their 1.0 form; throws when it is refused. */
export type Perform = (operation: Operation, params: JsonValue, asking: Asking) => Promise<Outcome>;
