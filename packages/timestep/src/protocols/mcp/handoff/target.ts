import type { Artifact, Question } from '#core';
import type { ToolContext } from '#engine/port';

/** Name of the tool with which a model hands work over to another agent. */
export const HANDOFF_TOOL = 'handoff';

/**
 * Maximum duration in milliseconds, 24 hours: agents may wait for people, and Node's timers have a maximum of 2^31
 * - 1.
 */
export const DEFAULT_HANDOFF_TIMEOUT_MS: number = 24 * 60 * 60 * 1000;

/** The agent to which work is handed over, and the message for it. */
export interface HandoffTarget {
  readonly agentUri: string;
  readonly message: string;
  /** Conversation with the agent. Undefined: a new conversation. */
  readonly contextId?: string;
  /** The agent's task that waits for the message as an answer. Undefined: a new task. */
  readonly taskId?: string;
  /** Number of consecutive handoffs, including this one. The called agent continues to count. */
  readonly hops: number;
  /** Idempotency key, which is the same if this handoff is repeated. */
  readonly key?: string;
  /** Number of the attempt at this handoff. Undefined: the first. */
  readonly attempt?: number;
  readonly traceparent?: string;
}

/** An agent's answer to a handoff. */
export interface HandoffAnswer {
  readonly text: string;
  readonly taskId?: string;
  readonly contextId?: string;
  readonly artifacts?: readonly Artifact[];
  /** The question that the agent's task needs answered before it can continue. */
  readonly question?: Question;
}

/** Calls an agent over A2A. If the call fails, throws an error whose message a model can read. */
export type CallAgent = (
  target: HandoffTarget,
  context: CallAgentContext,
) => Promise<HandoffAnswer>;

/** Options of executing a handoff: an abort signal and a progress callback. */
export interface CallAgentContext {
  readonly signal: AbortSignal;
  /** Reports that the agent is still working, with an optional message for users. */
  readonly progress: (message?: string) => void;
  /** The tool call that hands off, in whose log the delivery state of the message is stored. */
  readonly call?: HandoffCall;
}

/**
 * The part of a tool call's context by which a handoff is executed only once despite crashes, and by which it reports
 * progress.
 */
export type HandoffCall = Pick<ToolContext, 'attempt' | 'dispatch' | 'recordDispatch' | 'emit'> & {
  readonly key: string | undefined;
};

/** Formats the failure of a handoff for a model. */
export function formatHandoffFailure(agentUri: string, thrown: unknown): string {
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  return `handoff to ${agentUri} failed: ${why}`;
}
