import { handoffTool } from '#agents/calling';
import { randomUUID } from 'node:crypto';
import type { JsonObject, ToolSchema } from '#core';
import {
  requireValidTool,
  ToolError,
  type ArgumentsOf,
  type SchemaLike,
  type Tool,
  type ToolFnContext,
} from '#engine/tools';
import { listen, answerPreflight, addCorsHeaders, type ListeningServer } from '#protocols/http';
import {
  createEnvironmentHandler,
  createLocalEnvironment,
  serveEnvironmentStdio,
  type EnvironmentDefinition,
  type EnvironmentHandler,
  type EnvironmentHandlerOptions,
  type HandoffOptions,
  type McpTool,
  type PromptDefinition,
  type ResourceDefinition,
  type ToolCallContext,
} from '#protocols/mcp';
import { createAuthentication, type AuthenticationOptions } from './access/authentication.ts';
import {
  openEnvironmentTasks,
  type EnvironmentTasks,
  type EnvironmentTasksOptions,
} from './environment-tasks.ts';
import { printToStandardError } from './measuring/failure-reporter.ts';
import { listOwnHosts, answerResourceMetadata } from './access/resource-metadata.ts';
import type {
  ProbeResult,
  ToolContext,
  ToolEnvironment,
  ToolInvocation,
  ToolResult,
} from '#engine/port';

/** The tools of an environment, and how it requests approvals and handoffs. */
export interface EnvironmentOptions extends Partial<
  Pick<
    EnvironmentDefinition,
    'version' | 'instructions' | 'systemPrompt' | 'humanInLoop' | 'lists' | 'tools' | 'callTasks'
  >
> {
  /** Id of the environment, which clients see in the environment's name. */
  readonly environmentId: string;
  /** Context id of the environment, for callers that choose environments by context. */
  readonly contextId?: string;
  /** The agent that the system prompt is for, if a client names none. */
  readonly agentId?: string;
  /** Whether to add a `handoff` tool. Default true. */
  readonly enableHandoff?: boolean;
  /**
   * Limits of handoffs: allowed addresses (default: this machine), maximum number, and the client
   * that makes them.
   */
  readonly handoff?: HandoffOptions;
}

export interface StartOptions
  extends EnvironmentHandlerOptions, EnvironmentTasksOptions, AuthenticationOptions {
  /** Port to listen on. Default 8080; 0 chooses a free port. */
  readonly port?: number;
  /** Host to listen on. Default 127.0.0.1; other hosts require `apiKeys` or `authenticate`. */
  readonly host?: string;
}

/** Tools, prompts and resources of an agent, in this process and as an MCP server at `/mcp`. */
export class Environment implements ToolEnvironment {
  readonly environmentId: string;
  readonly contextId: string | undefined;
  readonly agentId: string | undefined;
  #served: readonly Pick<EnvironmentHandler, 'update' | 'notifyResourceChanged'>[] = [];
  #definition: EnvironmentDefinition;
  #handler: EnvironmentHandler | undefined;
  #within: ToolEnvironment | undefined;

  constructor(options: EnvironmentOptions) {
    const {
      environmentId,
      contextId,
      agentId,
      enableHandoff = true,
      handoff = {},
      ...served
    } = options;
    const { tools, humanInLoop = false, version = '1.0.0' } = served;
    tools?.forEach((tool, index) => checkToolDefinition(tool, tools.slice(0, index)));
    this.environmentId = environmentId;
    this.contextId = contextId;
    this.agentId = agentId;
    this.#definition = {
      ...served,
      name: `Environment-${environmentId}`,
      version,
      humanInLoop,
      ...(enableHandoff && { handoff: handoffTool(handoff) }),
      ...(agentId !== undefined && { agentName: agentId }),
    };
  }

  get definition(): EnvironmentDefinition {
    return this.#definition;
  }

  /**
   * Adds a tool that was created with `tool()`. Such a tool also works in episodes, agent folders and test
   * suites.
   */
  tool(name: string, tool: Tool): this;
  /**
   * Adds a tool that uses features of MCP calls: progress, logging, questions to the client. A
   * returned string is sent unchanged, other values as JSON.
   */
  tool<Input extends SchemaLike = JsonObject>(
    name: string,
    options: Omit<McpTool, 'name' | 'input' | 'execute'> & { readonly input?: Input },
    run: (args: ArgumentsOf<Input>, context: ToolCallContext) => unknown,
  ): this;
  tool(
    name: string,
    given: Tool | Omit<McpTool, 'name' | 'execute'>,
    run?: McpTool['execute'],
  ): this {
    const { tools = [] } = this.#definition;
    const added =
      'execute' in given ? toMcpToolWithKeys(name, given) : run && { ...given, name, execute: run };
    if (!added) {
      const message = `tool ${name} has no function: give "execute", or a function as the last argument`;
      throw new ToolError('bad-definition', message);
    }
    checkToolDefinition(added, tools);
    return this.#change({ tools: [...tools, added] });
  }

  /** Adds a prompt. If `run` returns a string, it becomes the text of one user message. */
  prompt(
    name: string,
    options: Omit<PromptDefinition, 'name' | 'run'>,
    run: PromptDefinition['run'],
  ): this {
    const { prompts = [] } = this.#definition;
    return this.#change({ prompts: [...prompts, { ...options, name, run }] });
  }

  /** Adds a resource, or a resource template if the address contains `{…}`. */
  resource(
    name: string,
    options: Omit<ResourceDefinition, 'name' | 'read'>,
    read: ResourceDefinition['read'],
  ): this {
    const { resources = [] } = this.#definition;
    return this.#change({ resources: [...resources, { ...options, name, read }] });
  }

  /** Notifies the subscribers of the resource with this address. */
  notifyResourceChanged(uri: string): void {
    for (const one of this.#served) one.notifyResourceChanged(uri);
  }

  /**
   * Registers a callback for the MCP server object. The SDK then answers requests, which is slower.
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

  /** Answers requests to `/mcp` from clients on this machine. */
  get handler(): EnvironmentHandler {
    this.#handler ??= this.createHandler();
    return this.#handler;
  }

  /**
   * Creates a request handler with its own hosts, authentication and limits. Close it after use.
   */
  createHandler(options: EnvironmentHandlerOptions = {}): EnvironmentHandler {
    const handler = createEnvironmentHandler(this.#definition, options);
    const close = handler.close.bind(handler);
    this.#served = [...this.#served, handler];
    // Each change of the agent creates a handler, so closed handlers are removed from the list.
    return Object.assign(handler, {
      close: async (graceMs?: number) => {
        this.#served = this.#served.filter((one) => one !== handler);
        await close(graceMs);
      },
    });
  }

  /**
   * Serves `/mcp` over HTTP. Throws `ListenError` if the port or host cannot be used. Prints errors on standard error
   * unless `onError` is set.
   */
  async start(given: StartOptions = {}): Promise<ListeningServer> {
    const options = { onError: printToStandardError, ...given };
    const tasks = await openEnvironmentTasks(this.environmentId, () => this.#definition, options);
    try {
      return await this.#startListening(options, tasks);
    } catch (thrown) {
      await tasks.close(0);
      throw thrown;
    }
  }

  async #startListening(options: StartOptions, tasks: EnvironmentTasks): Promise<ListeningServer> {
    const { port = 8080, host } = options;
    const { authenticate, tokens } = createAuthentication(options);
    const handler = this.createHandler({
      ...tasks.options,
      ...options,
      ...(authenticate && { authenticate }),
      allowedHosts: listOwnHosts(options),
    });
    const answer = (request: Request) =>
      (tokens && answerResourceMetadata(request, tokens)) ??
      (isMcpRequest(request) ? handler(request) : new Response(null, { status: 404 }));
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

  /** Serves stdio until the client disconnects, or HTTP until the signal (or SIGINT, SIGTERM). */
  async run(
    over: 'stdio' | 'http',
    given: StartOptions & { readonly signal?: AbortSignal } = {},
  ): Promise<void> {
    const options = { onError: printToStandardError, ...given };
    if (over === 'stdio') {
      const tasks = await openEnvironmentTasks(this.environmentId, () => this.#definition, options);
      const serving = serveEnvironmentStdio(this.#definition, { ...tasks.options, ...options });
      this.#served = [...this.#served, serving];
      await serving.closed;
      return tasks.close(DEFAULT_GRACE_MS);
    }
    const listening = await this.start(options);
    await waitForStopSignal(options.signal);
    await listening.close();
  }

  #inProcess(): ToolEnvironment {
    this.#within ??= createLocalEnvironment(this.#definition);
    return this.#within;
  }

  #change(news: Partial<EnvironmentDefinition>): this {
    this.#definition = { ...this.#definition, ...news };
    this.#within = undefined;
    for (const one of this.#served) one.update(this.#definition);
    return this;
  }
}

/**
 * Gives a random idempotency key to calls without a key: a repetition of such a call cannot be recognized.
 */
function toMcpToolWithKeys(name: string, given: Tool): McpTool {
  const { execute, beforeTask, unanswered, ...tool } = given;
  const addKey = (context: ToolCallContext): ToolFnContext => ({
    ...context,
    key: context.key ?? randomUUID(),
  });
  return {
    ...tool,
    name,
    execute: (args, context) => execute(args, addKey(context)),
    ...(beforeTask && { beforeTask: (args, context) => beforeTask(args, addKey(context)) }),
    ...(unanswered && { unanswered: (asked, context) => unanswered(asked, addKey(context)) }),
  };
}

/** Checks a tool. Throws `ToolError` if it is invalid, or if another tool has the same name. */
function checkToolDefinition(
  { name, input, output, needsApproval }: McpTool,
  others: readonly McpTool[],
): void {
  requireValidTool(name, { execute: () => undefined, input, output, needsApproval });
  if (!others.some((other) => other.name === name)) return;
  throw new ToolError('bad-definition', `two tools are named ${name}: rename one`);
}

const DEFAULT_GRACE_MS = 5000;

function isMcpRequest(request: Request): boolean {
  return new URL(request.url).pathname === '/mcp';
}

function waitForStopSignal(signal: AbortSignal | undefined): Promise<unknown> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve(undefined);
    else if (signal) signal.addEventListener('abort', resolve, { once: true });
    else for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, resolve);
  });
}
