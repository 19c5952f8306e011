import type { ToolSchema } from '../core/index.ts';
import type { ConnectedEnvironment } from '../mcp/index.ts';
import type { ToolEnvironment } from '../port/index.ts';
import type { AgentFolder } from './agent-folder.ts';
import { instructionsOf } from './instructions.ts';
import { toolOffer } from './tool-offer.ts';
import type { ToolServer } from './tool-server.ts';

/** The tools of a folder, from all of its servers. */
export interface FolderEnvironment extends ToolEnvironment {
  systemPrompt(): Promise<string>;
  /** Ends the processes and connections of the servers. */
  close(): Promise<void>;
}

interface Offered {
  readonly schema: ToolSchema;
  /** What its server calls the tool. */
  readonly name: string;
  readonly server: ToolServer;
}

/**
 * Joins the servers of a folder to one environment, where a tool is called `<server>_<tool>`. Servers
 * are connected to when their tools are first asked for; `McpError` where that fails.
 */
export function openFolderEnvironment(folder: AgentFolder): FolderEnvironment {
  const { servers, mode, settings } = folder;
  /** As last listed: to ask the servers before every call would double the calls. */
  let offered: ReadonlyMap<string, Offered> = new Map();
  const connections = new Map<ToolServer, Promise<ConnectedEnvironment>>();

  function connected(server: ToolServer): Promise<ConnectedEnvironment> {
    const before = connections.get(server);
    if (before) return before;
    const connecting = connect(server);
    connections.set(server, connecting);
    connecting.catch(() => connections.delete(server));
    return connecting;
  }

  async function offeredBy(server: ToolServer, signal: AbortSignal): Promise<Offered[]> {
    const environment = await connected(server);
    const tools = await environment.listTools(signal);
    return tools.flatMap((tool): Offered[] => {
      const { name } = tool.function;
      const offer = toolOffer(server, name, mode, settings.toolPermission);
      // What the server itself wants a person to allow stays so, whatever the folder says.
      const needsApproval = offer === 'with-approval' || tool.needsApproval === true;
      if (offer === 'hidden' || (needsApproval && mode !== 'interactive')) return [];
      const named = { ...tool.function, name: `${server.name}_${name}` };
      const schema = { ...tool, function: named, ...(needsApproval && { needsApproval }) };
      return [{ schema, name, server }];
    });
  }

  async function listed(signal: AbortSignal): Promise<Offered[]> {
    const all = (await Promise.all(servers.map((server) => offeredBy(server, signal)))).flat();
    offered = new Map(all.map((tool) => [tool.schema.function.name, tool]));
    return all;
  }

  return {
    systemPrompt: async () => instructionsOf(folder),
    async listTools(signal) {
      return (await listed(signal)).map(({ schema }) => schema);
    },
    async callTool(call, context) {
      if (!offered.has(call.name)) await listed(context.signal);
      const found = offered.get(call.name);
      if (!found) throw new Error(`unknown_tool:${call.name}`);
      const { schema, name, server } = found;
      if (schema.needsApproval && context.approved !== true) {
        return { content: `${call.name} needs a person's approval`, isError: true };
      }
      return (await connected(server)).callTool({ ...call, name }, context);
    },
    async close() {
      const open = await Promise.allSettled(connections.values());
      connections.clear();
      await Promise.all(
        open.flatMap((one) => (one.status === 'fulfilled' ? [one.value.close()] : [])),
      );
    },
  };
}

async function connect({ target, headers }: ToolServer): Promise<ConnectedEnvironment> {
  // Loaded when first needed: many folders have no servers, and many are only read.
  const { connectEnvironment } = await import('../mcp/index.ts');
  return connectEnvironment(target, { ...(headers && { headers }) });
}
