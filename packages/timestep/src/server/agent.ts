import type { AgentDescription } from '../a2a/index.ts';
import type { AgentTools } from '../environment/index.ts';
import { createAgent } from '../model/index.ts';
import type {
  AgentChoices,
  AgentFn,
  OperatorFiles,
  OperatorServers,
  StoreUser,
} from '../port/index.ts';
import type { Environment } from './environment.ts';
import { Loop, type LoopOptions } from './loop.ts';
import { serve, type Serving } from './serve.ts';
import type { Servable, ServeOptions } from './serve-options.ts';

/** What a card may say of an agent beside its name, its description and its skills. */
export type CardOptions = Pick<
  AgentDescription,
  | 'provider'
  | 'documentationUrl'
  | 'iconUrl'
  | 'inputModes'
  | 'outputModes'
  | 'extensions'
  | 'extended'
>;

/** Who an agent is, what answers for it, and which tools it has. */
export interface AgentOptions extends Omit<LoopOptions, 'agent'>, StoreUser {
  /** Names the agent in addresses, such as `/agents/<agentId>`. */
  readonly agentId: string;
  readonly name: string;
  readonly description?: string;
  readonly version?: string;
  readonly skills?: AgentDescription['skills'];
  /** What else its card says: who provides it, its pages and picture, media types, extensions, and more to known callers. */
  readonly card?: CardOptions;
  /** Whether histories of tasks over A2A show which tools the agent called. Default `shown`. */
  readonly toolCalls?: AgentDescription['toolCalls'];
  /** Scopes that tokens need for this agent, where the server asks for tokens (`oauth`). */
  readonly scopes?: readonly string[];
  /** The tools that the agent is for others, at `/tools/mcp` below its address. */
  readonly agentTools?: AgentTools;
  /** What conversations may choose of it. */
  readonly choices?: AgentChoices;
  /** Its files, for operators. */
  readonly files?: OperatorFiles;
  /** Its MCP servers, for operators. */
  readonly servers?: OperatorServers;
  /** A model as `provider/model`, or a function that replies. */
  readonly model: string | AgentFn;
  /** Served beside the agent at `/mcp`, and used for every context unless others are named. */
  readonly environment?: Environment;
}

/** An agent that can be served over A2A and OpenAI Responses. */
export class Agent implements Servable {
  readonly agentId: string;
  readonly description: Omit<AgentDescription, 'url'>;
  readonly environment: Environment | undefined;
  readonly loop: Loop;
  readonly agentTools: AgentTools | undefined;
  readonly scopes: readonly string[] | undefined;
  readonly choices: AgentChoices | undefined;
  readonly files: OperatorFiles | undefined;
  readonly servers: OperatorServers | undefined;
  readonly useSessions: AgentOptions['useSessions'] | undefined;
  readonly useVectors: AgentOptions['useVectors'] | undefined;

  constructor(options: AgentOptions) {
    const { agentId, name, model, environment, toolSite, limits, handoff, answerLimit } = options;
    this.agentId = agentId;
    this.environment = environment;
    this.agentTools = options.agentTools;
    this.scopes = options.scopes;
    this.choices = options.choices;
    this.files = options.files;
    this.servers = options.servers;
    this.useSessions = options.useSessions;
    this.useVectors = options.useVectors;
    this.description = {
      name: agentId,
      title: name,
      description: options.description ?? name,
      version: options.version ?? '1.0.0',
      skills: options.skills ?? [],
      ...options.card,
      ...(options.toolCalls && { toolCalls: options.toolCalls }),
    };
    const { environments = options.contextIdToEnvironmentUri } = options;
    this.loop = new Loop({
      name: agentId,
      agent: typeof model === 'string' ? createAgent({ model }) : model,
      environments: environments ?? (environment ? { default: environment } : {}),
      ...(toolSite && { toolSite }),
      ...(limits && { limits }),
      ...(options.toolsAllowed && { toolsAllowed: options.toolsAllowed }),
      ...(options.history && { history: options.history }),
      ...(options.guards && { guards: options.guards }),
      ...(handoff && { handoff }),
      ...(answerLimit !== undefined && { answerLimit }),
      ...(options.logins && { logins: options.logins }),
    });
  }

  /** Serves this agent alone, by default at port 9999 on loopback. */
  start(options: Omit<ServeOptions, 'agents'> = {}): Promise<Serving> {
    return serve({ ...options, agents: [this] });
  }

  /** Closes the connections to environments. */
  close(): Promise<void> {
    return this.loop.close();
  }
}
