import type { Limits, Task, ToolSite } from '../core/index.ts';
import type { AgentFn } from './agent-fn.ts';
import type { Guard } from './guard.ts';
import type { ToolEnvironment } from './tool-environment.ts';

/** What a runner needs to know of an agent to run its tasks. */
export interface ServedAgent {
  readonly name: string;
  readonly agent: AgentFn;
  readonly toolSite: ToolSite;
  readonly limits: Limits;
  /** Tools of its environment that the agent may call, by name; absent: all. */
  readonly toolsAllowed?: readonly string[] | undefined;
  /** `none`: each message is answered by itself, without the turns before it. */
  readonly history?: 'none' | undefined;
  /** They look at everything that goes to the model and to tools and comes back, in this order. */
  readonly guards?: readonly Guard[] | undefined;
  /**
   * The environment of a context; throws, naming the known ones, when there is none. One that may
   * change stays the same for a task.
   */
  environment(contextId: string, taskId?: string): Promise<ToolEnvironment> | ToolEnvironment;
  /** Whether a task that waits for input waits for a person to sign in elsewhere. */
  isLocked?(task: Task): boolean;
  /**
   * Ends what goes on elsewhere for a task that is canceled, before the task ends; the effect that was running is
   * aborted already. It may be called more than once for a task, and the task does not end before it does. A
   * rejection is reported and changes nothing.
   */
  abandon?(task: Task): Promise<void>;
}

/**
 * An agent with some members changed. It has all members of the agent, also those of a class, which a copy by `...`
 * would lose.
 */
export function servedAgentWith(agent: ServedAgent, changes: Partial<ServedAgent>): ServedAgent {
  const { name, toolSite, limits, toolsAllowed, history, guards } = agent;
  const members: Required<ServedAgent> = {
    name,
    toolSite,
    limits,
    toolsAllowed,
    history,
    guards,
    agent: (messages, context) => agent.agent(messages, context),
    environment: (contextId, taskId) => agent.environment(contextId, taskId),
    isLocked: (task) => agent.isLocked?.(task) ?? false,
    abandon: async (task) => agent.abandon?.(task),
  };
  return { ...members, ...changes };
}
