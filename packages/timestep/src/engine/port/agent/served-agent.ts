import type { JsonObject, JsonValue, Limits, Task, ToolLocation } from '#core';
import type { AgentFn } from './agent-fn.ts';
import type { Guard } from './guard.ts';
import type { ToolEnvironment } from './tool-environment.ts';

/** What a runner needs from an agent to run its tasks. */
export interface ServedAgent {
  readonly name: string;
  readonly agent: AgentFn;
  readonly toolSite: ToolLocation;
  readonly limits: Limits;
  /** Names of the environment's tools that the agent may call. Undefined: all of them. */
  readonly toolsAllowed?: readonly string[] | undefined;
  /** Which earlier turns the agent sees. `none`: it answers each message alone. */
  readonly history?: 'none' | undefined;
  readonly guards?: readonly Guard[] | undefined;
  /** Schema of final answers. The model is asked again after a mismatch. Undefined: answers are text. */
  readonly output?: AgentOutput | undefined;
  /** Returns the environment that serves a context or task. Throws an error that lists the environments. */
  environment(contextId: string, taskId?: string): Promise<ToolEnvironment> | ToolEnvironment;
  /** Returns whether a task that waits for input waits for a user to sign in elsewhere. */
  isLocked?(task: Task): boolean;
  /** Cancels the remote work of a canceled task. May be called twice. Errors are reported. */
  abandon?(task: Task): Promise<void>;
}

/** Structured output of an agent: its final answer is JSON that matches a schema. */
export interface AgentOutput {
  /** Name of the schema, as model providers receive it: letters, digits, "_" and "-". */
  readonly name: string;
  readonly schema: JsonObject;
  check(value: JsonValue): Promise<CheckedOutput> | CheckedOutput;
}

/** Result of checking a value: the value if it matches the output schema, or its mistakes. */
export type CheckedOutput =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: string };

/** Returns an agent with some members replaced. Object spread would lose the methods of a class. */
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
