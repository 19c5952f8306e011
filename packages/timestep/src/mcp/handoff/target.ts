import type { Artifact, Question } from '../../core/index.ts';

/** The name of the tool with which a model hands work to another agent. */
export const HANDOFF_TOOL = 'handoff';

/** Long, because agents wait for people; a longer timer than this fires at once in Node. */
export const DEFAULT_HANDOFF_TIMEOUT_MS: number = 24 * 60 * 60 * 1000;

/** The agent that a handoff goes to, and the message. */
export interface HandoffTarget {
  readonly agentUri: string;
  readonly message: string;
  /** The conversation to continue at that agent; absent: a new one. */
  readonly contextId?: string;
  /** The task at that agent that waits for the message as an answer; absent: a new task. */
  readonly taskId?: string;
  /** How many handoffs lead there, counting this one; the callee's own handoffs count on from it. */
  readonly hops: number;
  /** The same whenever this handoff is made again, so that the agent recognises it. */
  readonly key?: string;
  /** W3C trace context of the caller. */
  readonly traceparent?: string;
}

/** What an agent answered to a handoff. */
export interface HandoffAnswer {
  readonly text: string;
  readonly taskId?: string;
  readonly contextId?: string;
  /** What the agent gave beside its words. */
  readonly artifacts?: readonly Artifact[];
  /** What the agent must know before it can go on: its task waits for an answer to it. */
  readonly question?: Question;
}

/** Calls an agent over A2A. It throws, with a message fit for a model to read, when it cannot. */
export type CallAgent = (
  target: HandoffTarget,
  context: CallAgentContext,
) => Promise<HandoffAnswer>;

/** How to abort a handoff, and how to show that it goes on. */
export interface CallAgentContext {
  readonly signal: AbortSignal;
  /** Reports to the caller that work goes on; a sentence for people is optional. */
  readonly progress: (message?: string) => void;
}

/** The sentence that a model reads when a handoff failed, the same for every strategy. */
export function handoffFailure(agentUri: string, thrown: unknown): string {
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  return `handoff to ${agentUri} failed: ${why}`;
}
