import type { Client, Tool } from '@modelcontextprotocol/client';
import type { Mask, Replay, ToolSchema } from '#core';
import type { ToolContext, ToolEnvironment, ToolInvocation, ToolResult } from '#engine/port';
import { createToolFacts } from '../convert/tool-facts.ts';
import { mcpToToolSchema, getToolReplay } from '../convert/tool-from-mcp.ts';
import { makeCall } from './call.ts';
import { describeServerLaunch } from './describe-launch.ts';
import { createElicitationHandler } from './elicitation-handler.ts';
import { connectAndReportState } from './link-listeners.ts';
import { openMcpLink, type Link, type LinkOptions } from './open-link.ts';
import { createReconnectingLink, type ReconnectingLink } from './reconnecting-link.ts';
import { rejectOnAbort } from './reject-on-abort.ts';
import { isResourceTool, RESOURCE_TOOLS, runResourceTool } from './resource-tools.ts';
import { retryWhileUnavailable, type RetryOptions } from './retry-policy.ts';
import { loadServerPrompt } from './server-lists.ts';
import { getServerName, type EnvironmentTarget } from './target.ts';
import { getConnectTimeout } from './transport.ts';

/**
 * Options of a connection to an MCP server: how to reach it, how long its tools may take, and how long results may
 * be.
 */
export interface ConnectOptions extends LinkOptions, RetryOptions {
  /** Maximum milliseconds for which a tool may run without reporting progress. Default 10 minutes. */
  readonly timeoutMs?: number;
  /** Maximum characters of a result that a model receives. Default 200000. */
  readonly resultLimit?: number;
  /** The server's name in messages to users and models. Default: its address or command. */
  readonly name?: string;
  /** Masks secrets in the server's command line or address, which is part of tool definitions. */
  readonly mask?: Mask;
  /** Whether to add the tools `list_resources` and `read_resource` if the server has resources. Default false. */
  readonly resourceTools?: boolean;
  readonly onProgress?: (call: ToolInvocation, progress: ToolProgress) => void;
}

/** Progress that a tool reports during a call. */
export interface ToolProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** The tools of a connected MCP server. */
export interface ConnectedEnvironment extends ToolEnvironment {
  systemPrompt(agent: string, signal: AbortSignal): Promise<string | undefined>;
  callTool(call: ToolInvocation, context: ToolContext): Promise<ToolResult>;
  /** Names of tools that the last listing skipped, because their definitions are invalid. */
  malformedTools(): readonly string[];
  /** The server's `instructions` at the last listing of tools, if it has any. */
  instructions(): string | undefined;
  /** Pings the server. Rejects if it is unreachable or does not answer within `timeoutMs`. */
  ping(timeoutMs: number): Promise<void>;
  /** Calls `work` with the SDK client. Reconnects and authorizes again like the other methods. */
  use<T>(work: (client: Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export async function connect(
  target: EnvironmentTarget,
  options: ConnectOptions = {},
): Promise<ConnectedEnvironment> {
  const shown = options.name ?? getServerName(target);
  const elicitation = createElicitationHandler(shown);
  const handoffCalls = new Map<string, ToolContext>();
  const answering = { elicitation, server: shown, handoffCalls };
  const facts = { server: shown, launch: describeServerLaunch(target, options.mask) };
  const timeout = getConnectTimeout('command' in target, options);
  const open = () =>
    connectAndReportState(() => openMcpLink(target, options, answering), options.onLink);
  const first = await retryWhileUnavailable(open, options);
  const connection = createReconnectingLink(first, target, options, open);

  let newest: readonly Tool[] = [];
  let malformed: readonly string[] = [];
  let instructions: string | undefined;

  /** Sends a request that may always be repeated, because it changes nothing. */
  function request<T>(work: (link: Link) => Promise<T>, signal: AbortSignal): Promise<T> {
    const once = (): Promise<T> => connection.use(work);
    return rejectOnAbort(retryWhileUnavailable(once, { ...options, signal }), signal);
  }

  async function listServerTools(signal: AbortSignal): Promise<readonly Tool[]> {
    const list = await request(({ client, catalog }) => {
      instructions = client.getInstructions();
      return catalog.tools();
    }, signal);
    ({ malformed, tools: newest } = list);
    return newest;
  }

  async function callTool(call: ToolInvocation, context: ToolContext): Promise<ToolResult> {
    const { name } = call;
    const { signal } = context;
    if (options.resourceTools && isResourceTool(name)) {
      const tools = await listServerTools(signal);
      if (!hasTool(tools, name)) return runResourceTool(connection, options, call, context);
    }
    const replay = async (): Promise<Replay | undefined> => {
      const tool = (await listServerTools(signal)).find((one) => one.name === name);
      return tool && getToolReplay(tool);
    };
    const findTool = (toolName: string): Tool | undefined =>
      newest.find((tool) => tool.name === toolName);
    const deps = { connection, elicitation, options, replay, findTool };
    if (!options.onHandoff || !context.recordDispatch) return makeCall(call, context, deps);
    handoffCalls.set(context.key, context);
    try {
      return await makeCall(call, context, deps);
    } finally {
      handoffCalls.delete(context.key);
    }
  }

  return {
    async listTools(signal) {
      const tools = await listServerTools(signal);
      return [
        ...tools.map((tool): ToolSchema => {
          return { ...mcpToToolSchema(tool), facts: createToolFacts(tool, facts) };
        }),
        ...(await listResourceTools(connection, options, tools, signal)).map((tool) => {
          return { ...tool, facts };
        }),
      ];
    },
    callTool,
    systemPrompt: (agent, signal) =>
      request((link) => loadServerPrompt(link, agent, shown, timeout), signal),
    malformedTools: () => malformed,
    instructions: () => instructions,
    ping: (timeoutMs) => connection.use(({ client }) => ping(client, timeoutMs)),
    use: (work) => connection.use(({ client }) => work(client)),
    close: () => connection.close(),
  };
}

async function listResourceTools(
  connection: ReconnectingLink,
  { resourceTools }: ConnectOptions,
  tools: readonly Tool[],
  signal: AbortSignal,
): Promise<readonly ToolSchema[]> {
  if (!resourceTools) return [];
  const hasResources = connection.use(({ catalog }) => catalog.hasResources());
  return (await rejectOnAbort(hasResources, signal))
    ? RESOURCE_TOOLS.filter((tool) => !hasTool(tools, tool.function.name))
    : [];
}

function hasTool(tools: readonly Tool[], name: string): boolean {
  return tools.some((tool) => tool.name === name);
}

/** Pings the server. Protocol revisions without `ping` use `server/discover`. */
async function ping(client: Client, timeoutMs: number): Promise<void> {
  const options = { timeout: timeoutMs };
  if (client.getProtocolEra() === 'modern') await client.discover(options);
  else await client.ping(options);
}
