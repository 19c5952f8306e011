import type { Task } from '../core/index.ts';
import type { Clock, OwnTasks } from '../port/index.ts';

/** The agents that are called over a bridge, and where their tasks are. */
export interface Bridge {
  readonly agents: BridgeAgents;
  /** The tasks of one principal; its callers find no others. */
  readonly tasksOf: (principal: string) => OwnTasks;
  readonly clock: Clock;
  /** Makes the id of a message whose caller sends no key. */
  readonly newId: () => string;
  /** Milliseconds between signs of life while a caller waits. Default 15000. */
  readonly heartbeatMs?: number;
}

/** The agents of a bridge; they may come and go. */
export interface BridgeAgents {
  list(): Promise<readonly BridgeEntry[]>;
  find(nameOrAddress: string): BridgeAgent | undefined;
}

/** An agent as callers choose it. */
export interface BridgeEntry {
  /** Its name in the runner. */
  readonly name: string;
  /** The name for people. */
  readonly title?: string;
  readonly description: string;
  readonly version?: string;
  readonly skills?: readonly { readonly name: string; readonly description: string }[];
  /** Where it is, if in another process. */
  readonly address?: string;
  /** Why it cannot be asked now, in a sentence. */
  readonly problem?: string;
}

/** An agent as it is called: what a task of an agent elsewhere needs beside the runner. */
export interface BridgeAgent {
  readonly name: string;
  /** Whether a task that waits for input waits for a person to sign in elsewhere. */
  isLocked?(task: Task): boolean;
}
