import { maskOf, TimestepError, type JsonValue, type ToolSchema } from '../core/index.ts';
import { unapproved } from '../environment/index.ts';
import type { ConnectedEnvironment } from '../mcp/index.ts';
import type { ToolEnvironment, ToolResult } from '../port/index.ts';
import type { AgentFolder } from './agent-folder.ts';
import { instructionsOf, instructionsWithout } from './instructions.ts';
import { keepServer, type KeptServer } from './kept-server.ts';
import type { LeftOut } from './left-out.ts';
import { readAgentFolder } from './read-agent-folder.ts';
import { toolOffer } from './tool-offer.ts';
import type { ToolServer } from './tool-server.ts';

/** The tools of a folder, from all of its servers. */
export interface FolderEnvironment extends ToolEnvironment {
  /** Its end says which tools are missing. */
  systemPrompt(): Promise<string>;
  /** What was missing when the tools were last listed. */
  leftOut(): readonly LeftOut[];
  /** Ends the processes and connections of the servers. */
  close(): Promise<void>;
}

export interface FolderEnvironmentOptions {
  /** Receives each server or tool that is left out, once until it is there again. */
  readonly onLeftOut?: (leftOut: LeftOut) => void;
  /** Milliseconds for which an unreachable server is waited for. Default: its start timeout. */
  readonly patienceMs?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

interface Offered {
  readonly schema: ToolSchema;
  /** What its server calls the tool. */
  readonly name: string;
  readonly server: ToolServer;
  readonly kept: KeptServer;
}

/** How long a server may take to start where the folder does not say. */
const START_TIMEOUT_MS = 30_000;

/**
 * Joins the servers of a folder to one environment, where a tool is called `<server>_<tool>`.
 * Servers are connected to when their tools are first needed; a server that cannot be used is left
 * out, named in the system prompt, and tried again.
 */
export function openFolderEnvironment(
  folder: AgentFolder,
  options: FolderEnvironmentOptions = {},
): FolderEnvironment {
  const { servers, mode, settings } = folder;
  const { onLeftOut, patienceMs, now = Date.now } = options;
  const connecting = (server: ToolServer): Promise<ConnectedEnvironment> =>
    connect(server, patienceMs);
  const all = servers.map((server) => {
    const kept = keepServer(server, { connect: connecting, now, ...(onLeftOut && { onLeftOut }) });
    return { server, kept };
  });
  /** The tools as last listed: listing them before every call would double the requests. */
  let offered: ReadonlyMap<string, Offered> = new Map();

  async function offeredBy(server: ToolServer, kept: KeptServer): Promise<Offered[]> {
    const tools = await kept.tools();
    return tools.flatMap((tool): Offered[] => {
      const { name } = tool.function;
      const offer = toolOffer(server, name, mode, settings.toolPermission);
      // A tool whose own server asks for approval needs it, whatever the folder says.
      const needsApproval = offer === 'with-approval' || tool.needsApproval === true;
      if (offer === 'hidden' || (needsApproval && mode !== 'interactive')) return [];
      const named = { ...tool.function, name: `${server.name}_${name}` };
      const schema = { ...tool, function: named, ...(needsApproval && { needsApproval }) };
      return [{ schema, name, server, kept }];
    });
  }

  async function listed(): Promise<Offered[]> {
    const lists = await Promise.all(all.map(({ server, kept }) => offeredBy(server, kept)));
    const tools = lists.flat();
    offered = new Map(tools.map((tool) => [tool.schema.function.name, tool]));
    return tools;
  }

  const leftOut = (): LeftOut[] => all.flatMap(({ kept }) => kept.leftOut());
  return {
    async systemPrompt() {
      await listed();
      return instructionsWithout(instructionsOf(folder), leftOut());
    },
    leftOut,
    async listTools() {
      return (await listed()).map(({ schema }) => schema);
    },
    async callTool(call, context) {
      if (!offered.has(call.name)) await listed();
      const found = offered.get(call.name);
      if (!found) throw new Error(`unknown_tool:${call.name}`);
      const { schema, name, server, kept } = found;
      if (schema.needsApproval && context.approved !== true) {
        return { content: unapproved(call.name), isError: true };
      }
      return discreet(server, async () =>
        (await kept.connected()).callTool({ ...call, name }, context),
      );
    },
    async close() {
      await Promise.all(all.map(({ kept }) => kept.close()));
    },
  };
}

/** The result or the failure of a call, without the secrets that the folder gave the server. */
async function discreet(
  { secrets }: ToolServer,
  call: () => Promise<ToolResult>,
): Promise<ToolResult> {
  const mask = maskOf(secrets);
  try {
    const result = await call();
    const { content, structured } = result;
    return {
      ...result,
      content: mask(content),
      ...(structured !== undefined && {
        structured: JSON.parse(mask(JSON.stringify(structured))) as JsonValue,
      }),
    };
  } catch (thrown) {
    const message = mask(thrown instanceof Error ? thrown.message : String(thrown));
    throw new TimestepError(codeOf(thrown), message);
  }
}

function codeOf(thrown: unknown): string {
  return TimestepError.isInstance(thrown) ? thrown.code : 'tool-failed';
}

/** Tries the servers of a folder once, and says what cannot be used. Throws `FolderError`. */
export async function leftOutOfFolder(path: string): Promise<readonly LeftOut[]> {
  const environment = openFolderEnvironment(readAgentFolder(path), { patienceMs: 0 });
  try {
    await environment.systemPrompt();
    return environment.leftOut();
  } finally {
    await environment.close();
  }
}

async function connect(
  server: ToolServer,
  patienceMs: number | undefined,
): Promise<ConnectedEnvironment> {
  const { target, headers, startTimeoutMs = START_TIMEOUT_MS, callTimeoutMs } = server;
  // Loaded when first needed: many folders have no servers, and many are only read.
  const { connectEnvironment } = await import('../mcp/index.ts');
  return connectEnvironment(target, {
    patienceMs: patienceMs ?? startTimeoutMs,
    connectTimeoutMs: startTimeoutMs,
    ...(headers && { headers }),
    ...(callTimeoutMs !== undefined && { timeoutMs: callTimeoutMs }),
  });
}
