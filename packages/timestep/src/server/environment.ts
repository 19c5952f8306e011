import type { JsonObject, ToolSchema } from '../core/index.ts';
import { ToolError, type ArgumentsOf, type SchemaLike, type Tool } from '../environment/index.ts';
import { listen, answerPreflight, addCorsHeaders, type ListeningServer } from '../http/index.ts';
import {
  createEnvironmentHandler,
  environmentWithin,
  serveEnvironmentStdio,
  type CallTasks,
  type EnvironmentDefinition,
  type EnvironmentHandler,
  type EnvironmentHandlerOptions,
  type HandoffOptions,
  type ListOptions,
  type PromptDefinition,
  type ResourceDefinition,
  type ToolCallContext,
  type McpTool,
} from '../mcp/index.ts';
import { handoffTool } from '../calling/index.ts';
import { authenticationOf, type Checks } from './authentication-of.ts';
import {
  openEnvironmentTasks,
  type EnvironmentTasks,
  type EnvironmentTasksOptions,
} from './environment-tasks.ts';
import { ownHosts } from './own-hosts.ts';
import { resourceMetadata } from './resource-metadata.ts';
import { toolDefinitionOf } from './tool-definition.ts';
import type {
  ProbeResult,
  ToolContext,
  ToolEnvironment,
  ToolInvocation,
  ToolResult,
} from '../port/index.ts';

/** An environment's identity, and what it asks a person or another agent about. */
export interface EnvironmentOptions {
  /** The name of the environment for its clients. */
  readonly environmentId: string;
  /**
   * The conversation the environment belongs to, for callers that choose an environment by context.
   */
  readonly contextId?: string;
  /** The agent that the system prompt is for when a client names none. */
  readonly agentId?: string;
  /** Ask a person, by MCP elicitation, before every tool that is not marked `readOnlyHint`. */
  readonly humanInLoop?: boolean;
  /** Whether there is a `handoff` tool. Default true. */
  readonly enableHandoff?: boolean;
  /**
   * Where handoffs may go (default: this machine only), how often, and which function makes them.
   */
  readonly handoff?: HandoffOptions;
  /** Default: "You are <agent name>." */
  readonly systemPrompt?: EnvironmentDefinition['systemPrompt'];
  readonly instructions?: string;
  readonly version?: string;
  /** How lists of tools, prompts and resources are sent: in pages, and for how long clients may keep them. */
  readonly lists?: ListOptions;
  /** Tools to begin with. */
  readonly tools?: readonly McpTool[];
  /** Serves calls that outlive their requests to clients with MCP's tasks extension. */
  readonly callTasks?: CallTasks;
}

export interface StartOptions extends EnvironmentHandlerOptions, EnvironmentTasksOptions, Checks {
  /** Default 8080; 0 takes any free port. */
  readonly port?: number;
  /** Default 127.0.0.1; any other address needs `apiKeys` or `authenticate`. It is an allowed host. */
  readonly host?: string;
}

/**
 * The tools, prompts and resources of an agent. It is a `ToolEnvironment` within the process and an
 * MCP server at `/mcp` for other processes.
 */
export class Environment implements ToolEnvironment {
  readonly environmentId: string;
  readonly contextId: string | undefined;
  readonly agentId: string | undefined;
  #served: readonly Pick<EnvironmentHandler, 'update' | 'resourceChanged'>[] = [];
  #definition: EnvironmentDefinition;
  #handler: EnvironmentHandler | undefined;
  #within: ToolEnvironment | undefined;

  constructor(options: EnvironmentOptions) {
    const {
      environmentId,
      contextId,
      agentId,
      systemPrompt,
      instructions,
      tools,
      callTasks,
      lists,
    } = options;
    const { enableHandoff = true, handoff = {}, humanInLoop = false, version = '1.0.0' } = options;
    this.environmentId = environmentId;
    this.contextId = contextId;
    this.agentId = agentId;
    this.#definition = {
      name: `Environment-${environmentId}`,
      version,
      humanInLoop,
      ...(enableHandoff && { handoff: handoffTool(handoff) }),
      ...(agentId !== undefined && { agentName: agentId }),
      ...(systemPrompt !== undefined && { systemPrompt }),
      ...(instructions !== undefined && { instructions }),
      ...(lists && { lists }),
      ...(tools && { tools }),
      ...(callTasks && { callTasks }),
    };
  }

  /** The tools, prompts and resources that are served, as data. */
  get definition(): EnvironmentDefinition {
    return this.#definition;
  }

  /** Adds a tool that `tool()` made, which episodes, folders and suites accept, too. */
  tool(name: string, tool: Tool): this;
  /**
   * Adds a tool whose function receives what only a call over MCP has: progress, logging, questions
   * to the client. The model receives what it returns: text as it is, anything else as JSON.
   */
  tool<Input extends SchemaLike = JsonObject>(
    name: string,
    options: Omit<McpTool, 'name' | 'input' | 'run'> & { readonly input?: Input },
    run: (args: ArgumentsOf<Input>, context: ToolCallContext) => unknown,
  ): this;
  tool(
    name: string,
    given: Tool | Omit<McpTool, 'name' | 'run'>,
    run?: McpTool['run'],
  ): this {
    const { tools = [] } = this.#definition;
    const added = isTool(given) ? toolDefinitionOf(name, given) : withRun(name, given, run);
    return this.#change({ tools: [...tools, added] });
  }

  /** Adds a prompt; a string that it returns is the text of one user message. */
  prompt(
    name: string,
    options: Omit<PromptDefinition, 'name' | 'run'>,
    run: PromptDefinition['run'],
  ): this {
    const { prompts = [] } = this.#definition;
    return this.#change({ prompts: [...prompts, { ...options, name, run }] });
  }

  /** Adds a resource, or a template of resources where the address has `{…}` in it. */
  resource(
    name: string,
    options: Omit<ResourceDefinition, 'name' | 'read'>,
    read: ResourceDefinition['read'],
  ): this {
    const { resources = [] } = this.#definition;
    return this.#change({ resources: [...resources, { ...options, name, read }] });
  }

  /** Notifies clients that have subscribed to a resource, by its address, that it has changed. */
  resourceChanged(uri: string): void {
    for (const one of this.#served) one.resourceChanged(uri);
  }

  /**
   * Registers things that this class does not cover on the MCP server of every request and session. With it, the
   * SDK answers all requests, which takes several times as long.
   */
  configure(hook: NonNullable<EnvironmentDefinition['configure']>): this {
    const { configure: before } = this.#definition;
    return this.#change({
      configure(server) {
        before?.(server);
        hook(server);
      },
    });
  }

  listTools(signal: AbortSignal): Promise<readonly ToolSchema[]> | readonly ToolSchema[] {
    return this.#inProcess().listTools(signal);
  }

  callTool(call: ToolInvocation, context: ToolContext): Promise<ToolResult> | ToolResult {
    return this.#inProcess().callTool(call, context);
  }

  async probeTool(call: ToolInvocation, context: ToolContext): Promise<ProbeResult> {
    return (await this.#inProcess().probeTool?.(call, context)) ?? 'unknown';
  }

  async systemPrompt(agent: string, signal: AbortSignal): Promise<string | undefined> {
    return this.#inProcess().systemPrompt?.(agent, signal);
  }

  /** Answers the requests to `/mcp`, for clients on this machine. */
  get handler(): EnvironmentHandler {
    this.#handler ??= this.createHandler();
    return this.#handler;
  }

  /** Makes a handler like `handler`, with its own hosts, callers and limits. Close it when done. */
  createHandler(options: EnvironmentHandlerOptions = {}): EnvironmentHandler {
    const handler = createEnvironmentHandler(this.#definition, options);
    const close = handler.close.bind(handler);
    this.#served = [...this.#served, handler];
    // An agent that is served anew each time it changes must not leave a handler behind each time.
    return Object.assign(handler, {
      close: async (graceMs?: number) => {
        this.#served = this.#served.filter((one) => one !== handler);
        await close(graceMs);
      },
    });
  }

  /** Serves `/mcp` over HTTP. Throws `ListenError` when it cannot listen. */
  async start(options: StartOptions = {}): Promise<ListeningServer> {
    const tasks = await openEnvironmentTasks(this.environmentId, () => this.#definition, options);
    try {
      return await this.#listening(options, tasks);
    } catch (thrown) {
      await tasks.close(0);
      throw thrown;
    }
  }

  async #listening(options: StartOptions, tasks: EnvironmentTasks): Promise<ListeningServer> {
    const { port = 8080, host } = options;
    const { authenticate, tokens } = authenticationOf(options);
    const handler = this.createHandler({
      ...tasks.options,
      ...options,
      ...(authenticate && { authenticate }),
      allowedHosts: ownHosts(options),
    });
    const answer = (request: Request) =>
      (tokens && resourceMetadata(request, tokens)) ??
      (isAtMcp(request) ? handler(request) : new Response(null, { status: 404 }));
    const listening = await listen(
      async (request) =>
        answerPreflight(request, options) ??
        addCorsHeaders(request, await answer(request), options),
      { port, authenticated: authenticate !== undefined, ...(host !== undefined && { host }) },
    );
    return {
      ...listening,
      async close(graceMs = DEFAULT_GRACE_MS) {
        await handler.close(graceMs);
        await tasks.close(graceMs);
        await listening.close(0);
      },
    };
  }

  /**
   * Serves over standard input and output until the client disconnects, or over HTTP until the
   * signal aborts; without a signal, until the process receives SIGINT or SIGTERM.
   */
  async run(
    over: 'stdio' | 'http',
    options: StartOptions & { readonly signal?: AbortSignal } = {},
  ): Promise<void> {
    if (over === 'stdio') {
      const tasks = await openEnvironmentTasks(this.environmentId, () => this.#definition, options);
      const serving = serveEnvironmentStdio(this.#definition, { ...tasks.options, ...options });
      this.#served = [...this.#served, serving];
      await serving.closed;
      return tasks.close(DEFAULT_GRACE_MS);
    }
    const listening = await this.start(options);
    await toldToStop(options.signal);
    await listening.close();
  }

  #inProcess(): ToolEnvironment {
    this.#within ??= environmentWithin(this.#definition);
    return this.#within;
  }

  #change(news: Partial<EnvironmentDefinition>): this {
    this.#definition = { ...this.#definition, ...news };
    this.#within = undefined;
    for (const one of this.#served) one.update(this.#definition);
    return this;
  }
}

function isTool(given: object): given is Tool {
  return 'execute' in given;
}

function withRun(
  name: string,
  traits: Omit<McpTool, 'name' | 'run'>,
  run: McpTool['run'] | undefined,
): McpTool {
  if (run) return { ...traits, name, run };
  const message = `tool ${name} has no function to run: give it "execute", or a function after its traits`;
  throw new ToolError('bad-definition', message);
}

const DEFAULT_GRACE_MS = 5000;

function isAtMcp(request: Request): boolean {
  return new URL(request.url).pathname === '/mcp';
}

function toldToStop(signal: AbortSignal | undefined): Promise<unknown> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve(undefined);
    else if (signal) signal.addEventListener('abort', resolve, { once: true });
    else for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, resolve);
  });
}
