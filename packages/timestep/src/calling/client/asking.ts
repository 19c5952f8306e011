import type { Question, ToolCall } from '../../core/index.ts';
import type { ConnectedEnvironment } from '../../mcp/index.ts';
import type { ClientEvent } from './client-event.ts';

/** One message to one agent, and what the client needs to answer the agent's requests. */
export interface Asking {
  readonly agentUri: string;
  readonly message: string;
  /** Handoffs that led to this message; 0 for a message of the client's user. */
  readonly hops: number;
  readonly contextId: string | undefined;
  /** The task of the agent that waits for the message; absent: a new one. */
  readonly taskId: string | undefined;
  /** The id of the first message; the same for a handoff that is made again. */
  readonly messageId: string;
  /** The span that led to the message (W3C Trace Context). */
  readonly traceparent: string | undefined;
  readonly signal: AbortSignal;
  /** Connects to the server of the agent's tools. */
  readonly environment: () => Promise<ConnectedEnvironment>;
  /** Decides about a call that needs a person's approval; absent where no person can be asked. */
  readonly approve: ((call: ToolCall) => boolean | Promise<boolean>) | undefined;
  /** Answers what an agent or a tool wants to know; absent where no person can be asked. */
  readonly answer: ((question: Question) => string | Promise<string>) | undefined;
  readonly tell: (event: EventBody) => void;
  readonly newId: () => string;
}

/** An event without its place. The type is distributed, so that each kind keeps its own fields. */
type EventBody = ClientEvent extends infer Event
  ? Event extends ClientEvent
    ? Omit<Event, 'depth' | 'agentUri'>
    : never
  : never;
