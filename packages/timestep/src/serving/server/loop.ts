import { omitUndefined, resolveLimits, type Limits, type ToolLocation, TimestepError } from '#core';
import { createToolClient, handoffTool } from '#agents/calling';
import {
  createLocalEnvironment,
  type CallAgent,
  type EnvironmentDefinition,
  type HandoffPolicy,
} from '#protocols/mcp';
import { functionEnvironment } from '#engine/tools';
import type {
  AgentFn,
  AgentOutput,
  Guard,
  LoginStore,
  ServedAgent,
  ToolEnvironment,
} from '#engine/port';
import { Environment } from './environment.ts';

/** The agent function, its environments and its limits. */
export interface LoopOptions extends Pick<
  ServedAgent,
  'toolsAllowed' | 'history' | 'guards' | 'output'
> {
  readonly name: string;
  /** Answers the messages of a conversation, with text or with tool calls. */
  readonly agent: AgentFn;
  /** Environments by context id; a single one serves every context. Default: no tools. */
  readonly environments?: Readonly<Record<string, EnvironmentSource>>;
  /** Deprecated name of `environments`. If both are set, `environments` counts. */
  readonly contextIdToEnvironmentUri?: Readonly<Record<string, EnvironmentSource>>;
  /**
   * Where tools run: `client` (default): the caller runs them while the task waits; `server`: this
   * process.
   */
  readonly toolSite?: ToolLocation | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** Addresses that this agent may hand off work to, if its tools run in this process. */
  readonly handoff?: HandoffPolicy;
  /** Maximum bytes of a response from another agent or an MCP server. Default 16 MiB. */
  readonly answerLimit?: number;
  /** User logins for environments at URLs that require one, such as `openLoginFile`. */
  readonly logins?: LoginStore;
}

/**
 * Limits for each message. The default time limit is an hour, because a handoff may take long; an
 * overloaded model is retried for a day.
 */
export const SERVED_LIMITS: Limits = {
  max_steps: 30,
  time_limit_s: 3600,
  model_patience_s: 86_400,
};

/** An agent function and the environments of its contexts, for a runner. */
export class Loop implements ServedAgent {
  readonly name: string;
  readonly agent: AgentFn;
  readonly toolSite: ToolLocation;
  readonly limits: Limits;
  readonly toolsAllowed: readonly string[] | undefined;
  readonly history: 'none' | undefined;
  readonly guards: readonly Guard[] | undefined;
  readonly output: AgentOutput | undefined;
  /** Returns the environment of a context. Rejects with the known contexts if there is none. */
  readonly environment: (contextId: string, taskId?: string) => Promise<ToolEnvironment>;
  readonly close: () => Promise<void>;

  constructor(options: LoopOptions) {
    const { name, agent, toolSite = 'client', handoff = {}, answerLimit, logins } = options;
    const { environments = options.contextIdToEnvironmentUri ?? {} } = options;
    this.name = name;
    this.agent = agent;
    this.toolSite = toolSite;
    this.limits = resolveLimits(options.limits, SERVED_LIMITS);
    this.toolsAllowed = options.toolsAllowed;
    this.history = options.history;
    this.guards = options.guards;
    this.output = options.output;
    const client = createToolClient({ handoff, ...omitUndefined({ answerLimit, logins }) });
    const within = createDirectEnvironmentConverter((target, { signal, call }) =>
      client.handOff(target, signal, call),
    );
    const hasTools = Object.keys(environments).length > 0;
    const none = functionEnvironment({});
    this.environment = async (contextId, taskId) => {
      if (!hasTools) return none;
      const source = requireNamedOrOnlyEnvironment(contextId, environments);
      if (typeof source === 'string') return client.environment(source);
      if (source instanceof Environment) return within(source);
      return taskId !== undefined && 'forTask' in source ? source.forTask(taskId) : source;
    };
    this.close = () => client.close();
  }
}

/** Converts environments for direct calls without MCP. Handoffs are made by this process. */
function createDirectEnvironmentConverter(
  callAgent: CallAgent,
): (environment: Environment) => ToolEnvironment {
  const known = new WeakMap<EnvironmentDefinition, ToolEnvironment>();
  return ({ definition }) => {
    const before = known.get(definition);
    if (before) return before;
    const { handoff } = definition;
    const made = createLocalEnvironment({
      ...definition,
      ...(handoff && { handoff: handoffTool({ callAgent, ...handoff.options }) }),
    });
    known.set(definition, made);
    return made;
  };
}

/** The URL of an MCP server, or an environment of this process. */
export type EnvironmentSource = string | ToolEnvironment | TaskEnvironments;

/** Environments by task id: a task keeps the environment version with which it started. */
interface TaskEnvironments extends ToolEnvironment {
  forTask(taskId: string): Promise<ToolEnvironment> | ToolEnvironment;
}

/** Thrown if there is no environment for a context. */
export class EnvironmentError extends TimestepError {}

/**
 * Returns the environment of a context, or the only environment. Throws `EnvironmentError` for an
 * unknown context.
 */
export function requireNamedOrOnlyEnvironment(
  contextId: string,
  sources: Readonly<Record<string, EnvironmentSource>>,
): EnvironmentSource {
  const named = Object.hasOwn(sources, contextId) ? sources[contextId] : undefined;
  if (named !== undefined) return named;
  const known = Object.keys(sources);
  const only = known.length === 1 ? sources[known[0] ?? ''] : undefined;
  if (only !== undefined) return only;
  throw new EnvironmentError(
    'unknown-context',
    `there is no environment for the context ${contextId}: environments exist for the contexts ${known.join(', ') || '(none)'}`,
  );
}
