import { resolveLimits, type Limits, type ToolSite } from '../core/index.ts';
import { connectionPool, createClient } from '../client/index.ts';
import {
  connectEnvironment,
  environmentWithin,
  loginFor,
  type CallAgent,
  type ConnectedEnvironment,
  type EnvironmentDefinition,
  type HandoffPolicy,
  type OnHandoff,
} from '../mcp/index.ts';
import { functionEnvironment } from '../environment/index.ts';
import type {
  AgentFn,
  AgentOutput,
  Guard,
  LoginStore,
  ServedAgent,
  ToolEnvironment,
} from '../port/index.ts';
import { Environment } from './environment.ts';
import { environmentFor, type EnvironmentSource } from './environments.ts';

/** The agent function, and the environments of its contexts. */
export interface LoopOptions {
  readonly name: string;
  /** Writes the replies. */
  readonly agent: AgentFn;
  /** Environments by context id; a single one serves every context. None: an agent without tools. */
  readonly environments?: Readonly<Record<string, EnvironmentSource>>;
  /** The same as `environments`, in the spelling of earlier releases; `environments` comes first. */
  readonly contextIdToEnvironmentUri?: Readonly<Record<string, EnvironmentSource>>;
  /**
   * `client`: the task pauses as input-required and the caller that sent the message runs the
   * tools. `server`: this process runs them and the task continues at once. Default `client`.
   */
  readonly toolSite?: ToolSite;
  readonly limits?: Partial<Limits>;
  /** Tools of its environment that the agent may call, by name; absent: all. */
  readonly toolsAllowed?: readonly string[];
  /** `none`: each message is answered by itself, without the turns before it. */
  readonly history?: 'none';
  /** They look at everything that goes to the model and to tools and comes back, in this order. */
  readonly guards?: readonly Guard[];
  /** Schema of the final answers. Undefined: answers are text. */
  readonly output?: AgentOutput;
  /** Where this agent may hand off work to when its tools run here. */
  readonly handoff?: HandoffPolicy;
  /**
   * Bytes of an answer of another agent or of a tool's server that are accepted. Default 16 MiB.
   */
  readonly answerLimit?: number;
  /** Logins of the person for environments at addresses that want one, such as `openLoginFile`. */
  readonly logins?: LoginStore;
}

/** One hour of work for each message, because a handoff may take long. */
export const SERVED_LIMITS: Limits = { max_steps: 30, time_limit_s: 3600 };

/**
 * Joins an agent function with the environments of its contexts, so that a runner can run its
 * tasks.
 */
export class Loop implements ServedAgent {
  readonly name: string;
  readonly agent: AgentFn;
  readonly toolSite: ToolSite;
  readonly limits: Limits;
  readonly toolsAllowed: readonly string[] | undefined;
  readonly history: 'none' | undefined;
  readonly guards: readonly Guard[] | undefined;
  readonly output: AgentOutput | undefined;
  readonly #environment: (contextId: string, taskId?: string) => Promise<ToolEnvironment>;
  readonly #close: () => Promise<void>;

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
    const bounds = answerLimit === undefined ? {} : { answerLimit };
    const client = createClient({ ...bounds, handoff, ...(logins && { logins }) });
    const onHandoff: OnHandoff = (target, signal) => client.handOff(target, signal);
    const pool = connectionPool<ConnectedEnvironment>((url) => {
      const authProvider = loginFor(logins, { url });
      const reached = { ...bounds, ...(authProvider && { authProvider }) };
      return connectEnvironment({ url }, { ...reached, onHandoff, handoff });
    });
    const within = environmentsWithin(onHandoff);
    const hasTools = Object.keys(environments).length > 0;
    const none = functionEnvironment({});
    this.#environment = async (contextId, taskId) => {
      if (!hasTools) return none;
      const source = environmentFor(contextId, environments);
      if (typeof source === 'string') return pool.get(source);
      if (source instanceof Environment) return within(source);
      return taskId !== undefined && 'forTask' in source ? source.forTask(taskId) : source;
    };
    this.#close = async () => {
      await Promise.all([pool.close(), client.close()]);
    };
  }

  /** The environment of a context; rejects with the known contexts when there is none. */
  environment(contextId: string, taskId?: string): Promise<ToolEnvironment> {
    return this.#environment(contextId, taskId);
  }

  close(): Promise<void> {
    return this.#close();
  }
}

/** Uses environments of this process without MCP in between; this process makes their handoffs. */
function environmentsWithin(onHandoff: OnHandoff): (environment: Environment) => ToolEnvironment {
  const known = new WeakMap<EnvironmentDefinition, ToolEnvironment>();
  return ({ definition }) => {
    const before = known.get(definition);
    if (before) return before;
    const { handoff } = definition;
    const callAgent: CallAgent = (target, { signal }) => onHandoff(target, signal);
    const made = environmentWithin({
      ...definition,
      ...(handoff && { handoff: { callAgent, ...handoff } }),
    });
    known.set(definition, made);
    return made;
  };
}
