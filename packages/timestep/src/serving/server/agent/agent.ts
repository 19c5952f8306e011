import type { AgentDescription } from '#protocols/a2a';
import { createAgentOutput, type AgentTools, type SchemaLike } from '#engine/tools';
import { createAgent } from '#agents/model';
import {
  createOwnTasks,
  type AgentChoices,
  type AgentFn,
  type OperatorFiles,
  type OperatorServers,
  type Runner,
} from '#engine/port';
import type { McpServerTools } from '#protocols/mcp';
import { createMemoryRunner, createUuid } from '#engine/runner';
import type { Environment } from '../environment.ts';
import { Loop } from '../loop.ts';
import { servablesToServedAgents, toServables } from '../servables.ts';
import type { Servable } from '../serve-options.ts';
import { serve } from '../lazy-serve.ts';
import { enableTracingIfConfigured, type StartOptions } from './start-options.ts';
import type { Serving } from '../serve.ts';
import type { AgentAnswer, AgentTextAnswer } from './agent-answer.ts';
import type { AgentOptions, OutputOf } from './agent-options.ts';
import {
  createAgentStream,
  createConversation,
  readAnswer,
  type AgentConversation,
  type AgentStream,
} from './agent-stream.ts';
import { checkAgentOptions } from './check-agent-options.ts';
import { buildEnvironment, type AgentEnvironment } from './agent-environment.ts';
import { streamTaskSteps, type AskAgentOptions } from './run-task.ts';

/** Media types of JSON answers, which A2A clients receive as data and as text. */
export const OUTPUT_MODES: readonly string[] = ['application/json', 'text/plain'];

/** Principal of the tasks that the program itself starts. */
const THIS_PROGRAM = '';

/**
 * An agent: instructions, a model and tools. Ask it in this process (`ask`, `stream`,
 * `conversation`), or serve it over A2A, MCP, OpenAI Responses and AG-UI (`start`). Throws
 * `AgentError`, `ToolError` or `ModelError` for an option that is unknown, missing or impossible.
 * `Schema` is the type of the option `output`.
 */
export class Agent<
  Schema extends SchemaLike | undefined = undefined,
  Answer extends AgentTextAnswer = AgentAnswer<OutputOf<Schema>>,
> implements Servable {
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
  readonly useVersions: AgentOptions['useVersions'] | undefined;
  readonly #toolsets: AgentEnvironment['toolsets'];
  #serving: Serving | undefined;
  /** Runs tasks of this program while the agent is not served. */
  #memory: Runner | undefined;

  constructor(options: AgentOptions<Schema>) {
    checkAgentOptions(options);
    const { agentId, name = agentId } = options;
    const output = options.output && createAgentOutput(agentId, options.output);
    const built =
      options.tools === undefined && options.instructions === undefined
        ? undefined
        : buildEnvironment(options);
    this.agentId = agentId;
    this.environment = built?.own ?? options.environment;
    this.#toolsets = built?.toolsets ?? [];
    this.agentTools = options.agentTools;
    this.scopes = options.scopes;
    this.choices = options.choices;
    this.files = options.files;
    this.servers = options.servers;
    this.useSessions = options.useSessions;
    this.useVectors = options.useVectors;
    this.useVersions = options.useVersions;
    this.description = {
      name: agentId,
      title: name,
      description: options.description ?? name,
      version: options.version ?? '1.0.0',
      skills: options.skills ?? [],
      ...(output && { outputModes: OUTPUT_MODES }),
      ...options.card,
      ...(options.toolCalls && { toolCalls: options.toolCalls }),
    };
    const { model, environments = options.contextIdToEnvironmentUri } = options;
    const only = built?.all ?? options.environment;
    this.loop = new Loop({
      ...options,
      name: agentId,
      // The loop also accepts agent functions that reply with a string.
      agent: typeof model === 'string' ? createAgent({ model }) : (model as AgentFn),
      environments: environments ?? (only ? { default: only } : {}),
      toolSite: options.toolSite ?? (built ? 'server' : undefined),
      output,
    });
  }

  // The type casts are sound, because the runner checks each output against the schema.

  /** Returns the agent's answer. Rejects with `AgentError` if there is none. */
  ask(message: string, options: AskAgentOptions = {}): Promise<Answer> {
    return readAnswer(this.#run(message, options)) as Promise<Answer>;
  }

  /** Returns the answer as a stream while it is written. */
  stream(message: string, options: AskAgentOptions = {}): AgentStream<Answer> {
    return createAgentStream(message, this.#run(message, options)) as AgentStream<Answer>;
  }

  /** Starts a conversation, or continues the one with this `contextId`. */
  conversation(contextId: string = createUuid()): AgentConversation<Answer> {
    const talk = createConversation(contextId, (message, options) => this.#run(message, options));
    return talk as AgentConversation<Answer>;
  }

  /** Serves only this agent, by default at port 9999 on loopback. */
  async start({ tracing = true, ...options }: StartOptions = {}): Promise<Serving> {
    const serving = await serve({ ...options, agents: [this] });
    this.#serving = serving;
    return tracing ? enableTracingIfConfigured(serving) : serving;
  }

  /** Cancels the tasks that this program started, and closes the connections of tools. */
  async close(): Promise<void> {
    const memory = this.#memory;
    this.#serving = undefined;
    this.#memory = undefined;
    await memory?.close(0);
    const toolsets: readonly Partial<McpServerTools>[] = this.#toolsets;
    await Promise.all([this.loop.close(), ...toolsets.map(async (one) => one.close?.())]);
  }

  #run(message: string, options: AskAgentOptions): ReturnType<typeof streamTaskSteps> {
    const agent = this.agentId;
    const runner = this.#serving?.runner ?? this.#runInMemory();
    const tasks = createOwnTasks(runner, { principal: THIS_PROGRAM, agent });
    return streamTaskSteps(tasks, agent, message, options);
  }

  #runInMemory(): Runner {
    this.#memory ??= createMemoryRunner({ agents: servablesToServedAgents(toServables([this])) });
    return this.#memory;
  }
}
