import { relative } from 'node:path';
import type { ConnectOptions, SamplingOptions } from '../mcp/index.ts';
import type { LoginStore, ServerLine } from '../port/index.ts';
import { keepServer, type KeptServer, type KeptServerOptions } from './kept-server.ts';
import type { LeftOut } from './left-out.ts';
import type { ToolServer } from './tool-server.ts';

export interface ServerPoolOptions {
  /** Receives each server or tool that is left out, once until it is there again. */
  readonly onLeftOut?: (leftOut: LeftOut) => void;
  /** Receives each line that a server writes to standard error or sends to be logged, masked. */
  readonly onServerLine?: (server: string, line: ServerLine) => void;
  /** Milliseconds for which an unreachable server is waited for. Default: its start timeout. */
  readonly patienceMs?: number;
  /** Whether the resources of servers are read with tools, where there are any. Default true. */
  readonly resourceTools?: boolean;
  /** How servers ask the agent's model that may; without it none may. */
  readonly sampling?: (server: ToolServer) => Pick<SamplingOptions, 'sample' | 'verdict'>;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** The logins of the person who runs the agent, for servers at addresses that want one. */
  readonly logins?: LoginStore;
  /** The path of the agent, as a command would name it. */
  readonly location?: string;
}

/** The servers of all versions of a folder: one that did not change stays connected. */
export interface ServerPool {
  /** The same one for servers that are started and reached alike. */
  take(server: ToolServer): KeptServer;
  /** Ends those that are none of these once they are idle. Tasks that still use them connect again. */
  keepOnly(servers: readonly ToolServer[], idleMs: number): void;
  /** Ends all processes and connections. */
  close(): Promise<void>;
}

/** How long a server may take to start where the folder does not say. */
const START_TIMEOUT_MS = 30_000;

export function serverPool(options: ServerPoolOptions = {}): ServerPool {
  const { onLeftOut, onServerLine, now = Date.now } = options;
  const kept = new Map<string, KeptServer>();

  return {
    take(server) {
      const key = keyOf(server);
      const known = kept.get(key);
      if (known) return known;
      const made = keepServer(server, {
        connect: connector(options),
        now,
        ...(onLeftOut && { onLeftOut }),
        ...(onServerLine && { onServerLine }),
      });
      kept.set(key, made);
      return made;
    },
    keepOnly(servers, idleMs) {
      const keys = new Set(servers.map(keyOf));
      for (const [key, server] of kept) server.retire(keys.has(key) ? undefined : idleMs);
    },
    async close() {
      await Promise.all([...kept.values()].map((server) => server.close()));
    },
  };
}

/** What a connection depends on; which tools are offered is none of it. */
function keyOf({
  name,
  target,
  headers,
  oauth,
  startTimeoutMs,
  callTimeoutMs,
  sampling,
  roots,
}: ToolServer): string {
  const reached = [name, target, headers, oauth, startTimeoutMs, callTimeoutMs];
  return JSON.stringify([...reached, sampling, roots]);
}

/** Connects to one server, again and again with the same tokens. */
function connector(options: ServerPoolOptions): KeptServerOptions['connect'] {
  const { patienceMs, resourceTools = true, sampling } = options;
  let provider: Promise<AuthProvider | undefined> | undefined;
  return async (server, watch, onToken) => {
    const { target, headers, startTimeoutMs = START_TIMEOUT_MS, callTimeoutMs } = server;
    const { sampling: budget, roots } = server;
    provider ??= authProviderOf(server, onToken, options);
    const authProvider = await provider;
    // Loaded when first needed: many folders have no servers, and many are only read.
    const { connectEnvironment } = await import('../mcp/index.ts');
    return connectEnvironment(target, {
      ...watch,
      patienceMs: patienceMs ?? startTimeoutMs,
      connectTimeoutMs: startTimeoutMs,
      name: server.name,
      resourceTools,
      ...(budget && sampling && { sampling: { ...budget, ...sampling(server) } }),
      ...(roots && { roots }),
      ...(headers && { headers }),
      ...(authProvider && { authProvider }),
      ...(callTimeoutMs !== undefined && { timeoutMs: callTimeoutMs }),
    });
  };
}

type AuthProvider = NonNullable<ConnectOptions['authProvider']>;

async function authProviderOf(
  { name, target, headers, oauth }: ToolServer,
  onToken: (token: string) => void,
  { logins, location, now }: ServerPoolOptions,
): Promise<AuthProvider | undefined> {
  if (oauth) {
    const { clientCredentials } = await import('../mcp/index.ts');
    return clientCredentials(oauth, { onToken });
  }
  if (!logins || !('url' in target)) return undefined;
  const { loginFor } = await import('../mcp/index.ts');
  const command =
    location !== undefined && `timestep auth login ${wordOf(nearPath(location))} ${name}`;
  const watched = { onToken, ...(now && { now }), ...(command && { command }) };
  return loginFor(logins, { url: target.url, headers }, watched);
}

/** From where the process works, so that those who read it see no more of the machine than they need. */
function nearPath(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near || '.';
}

/** A path as one word of a command. */
function wordOf(path: string): string {
  return /^[\w.:/@%+,=-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
