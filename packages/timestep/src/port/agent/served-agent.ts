import type { JsonObject, JsonValue, Limits, Task, ToolSite } from '../../core/index.ts';
import type { AgentFn } from './agent-fn.ts';
import type { Guard } from './guard.ts';
import type { ToolEnvironment } from './tool-environment.ts';

/** What a runner needs to know about an agent to run its tasks. */
export interface ServedAgent {
  readonly name: string;
  readonly agent: AgentFn;
  readonly toolSite: ToolSite;
  readonly limits: Limits;
  /** Names of the environment's tools that the agent may call. Undefined: all. */
  readonly toolsAllowed?: readonly string[] | undefined;
  /** `none`: each message is answered without the earlier turns. */
  readonly history?: 'none' | undefined;
  /** Guards that check all input and output of models and tools, in this order. */
  readonly guards?: readonly Guard[] | undefined;
  /**
   * Schema of the agent's final answers. The model is asked again if an answer does not match.
   * Undefined: answers are text.
   */
  readonly output?: AgentOutput | undefined;
  /**
   * Returns the environment of a context. Throws an error that lists the known contexts if there is
   * none. An environment that can change stays the same for a given task.
   */
  environment(contextId: string, taskId?: string): Promise<ToolEnvironment> | ToolEnvironment;
  /** Returns whether a task that needs input waits for a user to sign in elsewhere. */
  isLocked?(task: Task): boolean;
  /**
   * Cancels remote work of a canceled task before the task ends. The running effect was already
   * aborted. May be called more than once per task, and the task does not end before it resolves. A
   * rejection is reported and otherwise ignored.
   */
  abandon?(task: Task): Promise<void>;
}

/** The output of an agent: its final answer is JSON that matches a schema. */
export interface AgentOutput {
  /** Name of the schema, as model providers receive it: letters, digits, "_" and "-". */
  readonly name: string;
  readonly schema: JsonObject;
  /** Checks a parsed answer. */
  check(value: JsonValue): Promise<CheckedOutput> | CheckedOutput;
}

/** A value that matches the schema, or what is wrong with it. */
export type CheckedOutput =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: string };

/**
 * An agent with some members changed. It has all members of the agent, also those of a class, which a copy by `...`
 * would lose.
 */
export function overrideServedAgent(
  agent: ServedAgent,
  changes: Partial<ServedAgent>,
): ServedAgent {
  const { name, toolSite, limits, toolsAllowed, history, guards, output } = agent;
  const members: Required<ServedAgent> = {
    name,
    toolSite,
    limits,
    toolsAllowed,
    history,
    guards,
    output,
    agent: (messages, context) => agent.agent(messages, context),
    environment: (contextId, taskId) => agent.environment(contextId, taskId),
    isLocked: (task) => agent.isLocked?.(task) ?? false,
    abandon: async (task) => agent.abandon?.(task),
  };
  return { ...members, ...changes };
}
