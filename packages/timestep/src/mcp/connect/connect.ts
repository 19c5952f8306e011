import type { Client, Tool } from '@modelcontextprotocol/client';
import type { Replay, ToolSchema } from '../../core/index.ts';
import type { ToolContext, ToolEnvironment, ToolInvocation, ToolResult } from '../../port/index.ts';
import { toolFromMcp } from '../convert/tool-from-mcp.ts';
import { replayOfTool } from '../convert/tool-meta.ts';
import { abortable } from './abortable.ts';
import { patiently, type PatienceOptions } from './away.ts';
import { createElicited } from './elicited.ts';
import { keepLink } from './link.ts';
import { protocolOf, watched } from './link-watch.ts';
import { ping } from './ping.ts';
import { makeCall, type CallSite } from './make-call.ts';
import { openLink, type LinkOptions } from './open.ts';
import { promptOfServer } from './prompt-of-server.ts';
import { sendCall } from './send-call.ts';
import { nameOf } from './target-name.ts';
import type { EnvironmentTarget } from './target.ts';
import { readResources } from './read-resources.ts';
import { isResourceTool, RESOURCE_TOOLS } from './resource-tools.ts';
import type { ToolList } from './tool-list.ts';

/**
 * Options of a connection to an MCP server: how to reach it, how long its tools may take, and how
 * much of their results is used.
 */
export interface ConnectOptions extends LinkOptions, PatienceOptions {
  /** Milliseconds that a tool may run without reporting progress. Default 10 minutes. */
  readonly timeoutMs?: number;
  /** Maximum characters of a result that a model receives. Default 200000. */
  readonly resultLimit?: number;
  /** The server's name in messages to users and models. Default: its address or command. */
  readonly name?: string;
  /**
   * Whether to add the tools `list_resources` and `read_resource` if the server has resources.
   * Tools of the server with these names take precedence. Default false.
   */
  readonly resourceTools?: boolean;
  /** Receives the progress that tools report. */
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
  /**
   * Returns the names of tools that the last listing skipped, because their definitions are
   * invalid.
   */
  malformedTools(): readonly string[];
  /**
   * Returns the server's `instructions` as of the last listing of tools; undefined if it has none.
   */
  instructions(): string | undefined;
  /** Pings the server. Rejects if it is unreachable or does not answer within `timeoutMs`. */
  ping(timeoutMs: number): Promise<void>;
  /**
   * Runs `work` with the SDK client, for requests that this interface does not cover. Reconnects
   * and renews the authorization as other methods do.
   */
  use<T>(work: (client: Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Implements `connectEnvironment`. */
export async function connect(
  target: EnvironmentTarget,
  options: ConnectOptions = {},
): Promise<ConnectedEnvironment> {
  const shown = options.name ?? nameOf(target);
  const elicited = createElicited(shown);
  const open = () =>
    watched(
      () => openLink(target, options, { elicited, server: shown }),
      options.onLink,
      ({ client }) => protocolOf(client),
    );
  const kept = keepLink(await patiently(open, options), target, options, open);

  let malformed: readonly string[] = [];
  let instructions: string | undefined;

  /**
   * Lists the server's tools. A failed listing may always be repeated, because it changes nothing.
   */
  async function listed(signal: AbortSignal): Promise<readonly Tool[]> {
    const ask = (): Promise<ToolList> =>
      kept.use(({ client, catalogue }) => {
        instructions = client.getInstructions();
        return catalogue.tools();
      });
    const list = await abortable(patiently(ask, { ...options, signal }), signal);
    ({ malformed } = list);
    return list.tools;
  }

  async function replayOf(name: string, signal: AbortSignal): Promise<Replay | undefined> {
    const tool = (await listed(signal)).find((one) => one.name === name);
    return tool && replayOfTool(tool);
  }

  /** Returns the built-in tools for reading resources that the server does not define itself. */
  async function resourceTools(
    tools: readonly Tool[],
    signal: AbortSignal,
  ): Promise<readonly ToolSchema[]> {
    if (!options.resourceTools) return [];
    const isThere = kept.use(({ catalogue }) => catalogue.hasResources());
    return (await abortable(isThere, signal))
      ? RESOURCE_TOOLS.filter((tool) => !isNamed(tools, tool.function.name))
      : [];
  }

  async function callTool(call: ToolInvocation, context: ToolContext): Promise<ToolResult> {
    if (options.resourceTools && isResourceTool(call.name)) {
      const tools = await listed(context.signal);
      if (!isNamed(tools, call.name)) return readResources(kept, options, call, context);
    }
    const replay = () => replayOf(call.name, context.signal);
    const site = { kept, elicited, options, replay };
    const make: CallSite['make'] = (opened, signal) =>
      sendCall(site, { call, context }, opened, signal);
    return makeCall(call, context, { elicited, make, replay });
  }

  async function systemPrompt(agent: string, signal: AbortSignal): Promise<string | undefined> {
    const ask = (): Promise<string | undefined> =>
      kept.use((link) => promptOfServer(link, agent, shown));
    return abortable(patiently(ask, { ...options, signal }), signal);
  }

  return {
    async listTools(signal) {
      const tools = await listed(signal);
      return [...tools.map(toolFromMcp), ...(await resourceTools(tools, signal))];
    },
    callTool,
    systemPrompt,
    malformedTools: () => malformed,
    instructions: () => instructions,
    ping: (timeout) => kept.use(({ client }) => ping(client, timeout)),
    use: (work) => kept.use(({ client }) => work(client)),
    close: () => kept.close(),
  };
}

function isNamed(tools: readonly Tool[], name: string): boolean {
  return tools.some((tool) => tool.name === name);
}
