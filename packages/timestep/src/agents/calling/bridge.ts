import type { Task } from '../../core/index.ts';
import type { Clock, OwnTasks } from '../../engine/port/index.ts';

/** The agents that callers can call, and access to their tasks. */
export interface Bridge {
  readonly agents: BridgeAgents;
  /** Returns the tasks of one principal. Callers cannot find the tasks of other principals. */
  readonly getTasks: (principal: string) => OwnTasks;
  readonly clock: Clock;
  /** Creates the id of a message if the caller sends no key. */
  readonly newId: () => string;
  /** Milliseconds between progress notifications while a caller waits. Default: 15 000. */
  readonly heartbeatMs?: number;
}

/** The callable agents. They can change while the process runs. */
export interface BridgeAgents {
  list(): Promise<readonly BridgeEntry[]>;
  find(nameOrAddress: string): BridgeAgent | undefined;
}

/** Description of an agent, from which callers choose. */
export interface BridgeEntry {
  /** Name of the agent in the runner. */
  readonly name: string;
  /** Display name. */
  readonly title?: string;
  readonly description: string;
  readonly version?: string;
  readonly skills?: readonly { readonly name: string; readonly description: string }[];
  /** URL of the agent. Undefined if the agent runs in this process. */
  readonly address?: string;
  /** Reason why the agent cannot be called now, as a sentence. */
  readonly problem?: string;
}

/** A callable agent. */
export interface BridgeAgent {
  readonly name: string;
  /** Whether a task that requires input waits for a person to sign in at a remote agent. */
  isLocked?(task: Task): boolean;
}
