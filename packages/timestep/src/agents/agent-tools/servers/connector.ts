import { TimestepError, createMask, omitUndefined } from '#core';
import { relative } from 'node:path';
import type { ServerLine, LoginStore } from '#engine/port';
import type { SamplingOptions, ConnectOptions } from '#protocols/mcp';
import type { ToolServer } from '#agents/folder';
import type { ManagedServerOptions } from './managed-server.ts';
import { listServerSecrets } from './masks/server-secrets.ts';
import type { MissingTool } from './missing-tools.ts';

export interface ServerPoolOptions {
  /** Called once for each server or tool that becomes unavailable. */
  readonly onLeftOut?: (leftOut: MissingTool) => void;
  /** Called with each line that a server writes to standard error or logs, with secrets masked. */
  readonly onServerLine?: (server: string, line: ServerLine) => void;
  /** Called once if a server takes longer than usual to start, with the seconds since its start. */
  readonly onSlowStart?: (server: string, seconds: number) => void;
  /** Milliseconds that a turn waits for the start of a command. Default: 30000. */
  readonly startWaitMs?: number;
  /** Milliseconds to wait for an unreachable server. Default: its start timeout. */
  readonly patienceMs?: number;
  /** Whether tools for reading the servers' resources are added. Default: true. */
  readonly resourceTools?: boolean;
  /** Handles requests of servers to the agent's model (MCP sampling). Default: refused. */
  readonly sampling?: (server: ToolServer) => Pick<SamplingOptions, 'sample' | 'verdict'>;
  /** Returns the current time in milliseconds since the epoch. */
  readonly now?: () => number;
  /** The logins of the user who runs the agent, for servers at URLs that require a login. */
  readonly logins?: LoginStore;
  /** Path of the agent's folder, as passed on the command line. */
  readonly location?: string;
}

const PATIENCE_MS = 30_000;

export function createConnector(options: ServerPoolOptions): ManagedServerOptions['connect'] {
  const { patienceMs, resourceTools = true, sampling } = options;
  let provider: Promise<AuthProvider | undefined> | undefined;
  return async (server, watch, onToken, signal) => {
    const { target, headers, startTimeoutMs, callTimeoutMs } = server;
    const { sampling: budget, roots, unusable } = server;
    if (unusable !== undefined) throw new TimestepError('unusable', unusable);
    provider ??= createAuthProvider(server, onToken, options);
    const authProvider = await provider;
    const { APPS_CAPABILITIES, connectEnvironment } = await import('#protocols/mcp');
    return connectEnvironment(target, {
      ...watch,
      signal,
      patienceMs: patienceMs ?? startTimeoutMs ?? PATIENCE_MS,
      name: server.name,
      mask: createMask(listServerSecrets(server)),
      resourceTools,
      capabilities: APPS_CAPABILITIES,
      ...(budget && sampling && { sampling: { ...budget, ...sampling(server) } }),
      ...omitUndefined({ roots, headers, authProvider }),
      ...omitUndefined({ connectTimeoutMs: startTimeoutMs, timeoutMs: callTimeoutMs }),
    });
  };
}

type AuthProvider = NonNullable<ConnectOptions['authProvider']>;

async function createAuthProvider(
  { name, target, headers, oauth }: ToolServer,
  onToken: (token: string) => void,
  { logins, location, now }: ServerPoolOptions,
): Promise<AuthProvider | undefined> {
  if (oauth) {
    const { createClientCredentialsProvider } = await import('#protocols/mcp');
    return createClientCredentialsProvider(oauth, { onToken });
  }
  if (!logins || !('url' in target)) return undefined;
  const { findLoginProvider } = await import('#protocols/mcp');
  const command =
    location !== undefined && `timestep auth login ${quoteRelativePathForShell(location)} ${name}`;
  const watched = { onToken, ...(now && { now }), ...(command && { command }) };
  return findLoginProvider(logins, { url: target.url, headers }, watched);
}

/** Formats a path as a relative path if possible, to reveal no more of the machine than needed. */
function quoteRelativePathForShell(path: string): string {
  const near = relative(process.cwd(), path);
  const shown = near.startsWith('..') ? path : near || '.';
  return /^[\w.:/@%+,=-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}
