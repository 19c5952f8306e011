import { randomUUID } from 'node:crypto';
import type { OperatorServers } from '#engine/port';
import type { EnvironmentTarget } from '#protocols/mcp';
import type { ToolServer } from '#agents/folder';
import { createServerPool } from '../servers/server-pool.ts';
import { createEditHistory } from './edit-history.ts';
import { createOperatorServers } from './operator-servers.ts';

/** A toolset of the program, shown to operators as an MCP server. */
export interface InnerServers extends OperatorServers {
  close(): Promise<void>;
}

/**
 * Gives operators access to a toolset by its `handler`. Each tool says whether calls need approval.
 */
export function createInnerServers(
  name: string,
  handler: Extract<EnvironmentTarget, { readonly handler: unknown }>['handler'],
): InnerServers {
  const pool = createServerPool({ resourceTools: false });
  const server: ToolServer = {
    name,
    target: { handler },
    secrets: [],
    enabled: { serverDefault: true, tools: new Map() },
    include: { serverDefault: 'always', tools: new Map() },
    approval: { serverDefault: false, tools: new Map() },
  };
  const folder = {
    servers: [server],
    settings: { toolPermission: 'tool' },
    permissions: {},
    env: {},
    written: {},
  } as const;
  const operated = createOperatorServers({
    pool,
    folder: () => folder,
    refresh: () => Promise.resolve(),
    internal: () => [],
    history: createEditHistory(),
    newKey: randomUUID,
  });
  return { ...operated, close: () => pool.close() };
}
