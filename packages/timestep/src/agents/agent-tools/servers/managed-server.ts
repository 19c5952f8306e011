import type {
  PingOptions,
  ServerPing,
  ServerStatus,
  ServerLine,
  ServerMessage,
} from '#engine/port';
import type { LinkListeners, ConnectedEnvironment } from '#protocols/mcp';
import type { ToolServer } from '#agents/folder';
import type { ServerPoolOptions } from './connector.ts';
import { type ManagedConnection, createManagedConnection } from './managed-connection.ts';
import { type SecretList, createSecretList } from './masks/secret-list.ts';
import { listServerSecrets } from './masks/server-secrets.ts';
import { waitForPingOutcome } from './ping.ts';
import { createServerRecord } from './server-record.ts';
import { type ToolCache, type ToolCacheOptions, createToolCache } from './tool-cache.ts';

export interface ManagedServer extends Omit<ManagedConnection, 'renew'>, ToolCache {
  /** Reconnects to the MCP server, which restarts a command, and lists its tools. */
  restart(): Promise<void>;
  ping(options?: PingOptions): Promise<ServerPing>;
  getStatus(): ServerStatus;
  listLog(): readonly ServerLine[];
  readonly secrets: SecretList;
  listMessages(): readonly ServerMessage[];
}

export interface ManagedServerOptions
  extends ToolCacheOptions, Pick<ServerPoolOptions, 'onServerLine'> {
  readonly connect: (
    server: ToolServer,
    watch: LinkListeners,
    onToken: (token: string) => void,
    signal: AbortSignal,
  ) => Promise<ConnectedEnvironment>;
}

const PING_TIMEOUT_MS = 5000;
const START_WAIT_MS = 30_000;

/**
 * Returns how long a turn waits for a server to start: 30 seconds for a command, unless the folder
 * sets a start timeout.
 */
function getStartWait(
  { target, startTimeoutMs }: ToolServer,
  { startWaitMs = START_WAIT_MS }: Pick<ToolCacheOptions, 'startWaitMs'>,
): number {
  const isLimited = 'command' in target && startTimeoutMs === undefined;
  return isLimited ? startWaitMs : Number.POSITIVE_INFINITY;
}

export function createManagedServer(
  server: ToolServer,
  options: ManagedServerOptions,
): ManagedServer {
  const { connect, now, onServerLine } = options;
  const { name } = server;
  const secrets = createSecretList(listServerSecrets(server));
  const record = createServerRecord(server, {
    now,
    secrets: secrets.listAll,
    ...(onServerLine && { onLine: (line: ServerLine) => onServerLine(name, line) }),
  });
  const { renew, ...connection } = createManagedConnection(
    (signal) => connect(server, createConnectionHandlers(), secrets.add, signal),
    () => record.recordClose(),
  );
  const { startNewToolListing, ...tools } = createToolCache(name, connection, record, {
    ...options,
    startWaitMs: getStartWait(server, options),
  });
  let connections = 0;

  function createConnectionHandlers(): LinkListeners {
    connections += 1;
    const own = connections;
    return {
      onStderr: (text) => record.log.addStderr(text),
      onLog: (message) => record.log.addMessage(message),
      onMessage: (message) => record.messages.add(own, message),
      onLink: (change) => {
        if (own === connections) record.recordLinkChange(change);
      },
    };
  }

  async function ping({ timeoutMs = PING_TIMEOUT_MS }: PingOptions = {}): Promise<ServerPing> {
    const answer = connection.use(async (environment) => {
      const begun = performance.now();
      // The SDK's timeout is longer than the caller's, whose error gives a clearer reason.
      await environment.ping(timeoutMs + 1000);
      return performance.now() - begun;
    });
    const state = (): ServerStatus['state'] => record.getStatus().state;
    const outcome = await waitForPingOutcome(answer, timeoutMs, { now, state });
    record.recordPing(outcome);
    return outcome;
  }

  return {
    ...connection,
    ...tools,
    async restart() {
      await renew();
      await startNewToolListing();
    },
    ping,
    secrets,
    getStatus: () => record.getStatus(),
    listLog: () => record.log.listLines(),
    listMessages: () => record.messages.list(),
  };
}
