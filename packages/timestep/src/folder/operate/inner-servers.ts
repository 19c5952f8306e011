import { randomUUID } from 'node:crypto';
import type { EnvironmentTarget } from '../../mcp/index.ts';
import type { OperatorServers } from '../../port/index.ts';
import { serverPool } from '../server-pool.ts';
import type { ToolServer } from '../tool-server.ts';
import { editHistory } from './edit-history.ts';
import { operatorServers } from './operator-servers.ts';

/** An environment of a program for operators, as the MCP server that it is for others. */
export interface InnerServers extends OperatorServers {
  /** Ends the connection. */
  close(): Promise<void>;
}

/** Makes one of an environment's `handler`; its tools themselves say whether a person is asked. */
export function innerServers(
  name: string,
  handler: Extract<EnvironmentTarget, { readonly handler: unknown }>['handler'],
): InnerServers {
  const pool = serverPool({ resourceTools: false });
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
  const operated = operatorServers({
    pool,
    folder: () => folder,
    refresh: () => Promise.resolve(),
    internal: () => [],
    history: editHistory(),
    newKey: randomUUID,
  });
  return { ...operated, close: () => pool.close() };
}
