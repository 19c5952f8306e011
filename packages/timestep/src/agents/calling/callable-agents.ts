import type { Task } from '#core';
import type { Clock, OwnTasks } from '#engine/port';

/** The agents that callers over MCP can call, and access to their tasks. */
export interface McpCallingDeps {
  readonly agents: CallableAgents;
  readonly getTasks: (principal: string) => OwnTasks;
  readonly clock: Clock;
  /** Creates a message id if the caller sends no idempotency key. */
  readonly newId: () => string;
}

/** Agents that can be called. They can change while the process runs. */
export interface CallableAgents {
  list(): Promise<readonly AgentEntry[]>;
  find(nameOrAddress: string): CallableAgent | undefined;
}

/** Description of an agent, from which callers choose. */
export interface AgentEntry {
  /** Name of the agent in the runner. */
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly version?: string;
  readonly skills?: readonly { readonly name: string; readonly description: string }[];
  /** URL of a remote agent; undefined if the agent runs in this process. */
  readonly address?: string;
  /** Reason why the agent cannot be called now, as a sentence. */
  readonly problem?: string;
}

/** A callable agent. */
export interface CallableAgent {
  readonly name: string;
  /** Whether the task waits for a person to sign in at a remote agent. */
  isLocked?(task: Task): boolean;
}
