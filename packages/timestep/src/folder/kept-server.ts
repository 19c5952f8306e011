import type { ConnectedEnvironment, LinkWatch } from '../mcp/index.ts';
import type {
  PingOptions,
  ServerLine,
  ServerMessage,
  ServerPing,
  ServerStatus,
} from '../port/index.ts';
import { keepConnection, type KeptConnection } from './kept-connection.ts';
import { keepTools, type KeptTools, type KeptToolsOptions } from './kept-tools.ts';
import { pingOutcome } from './server-ping.ts';
import { growingSecrets, type GrowingSecrets } from './growing-secrets.ts';
import { serverRecord } from './server-record.ts';
import { serverSecrets } from './server-secrets.ts';
import type { ToolServer } from './tool-server.ts';

/** One server of a folder: its connection, its tools, and what is known of it. */
export interface KeptServer extends Omit<KeptConnection, 'renew'>, KeptTools {
  /** Connects anew, which starts a command again, and asks for the tools. */
  restart(): Promise<void>;
  ping(options?: PingOptions): Promise<ServerPing>;
  status(): ServerStatus;
  log(): readonly ServerLine[];
  /** What must not be shown of the server; tokens that are had for it are added. */
  readonly secrets: GrowingSecrets;
  messages(): readonly ServerMessage[];
}

export interface KeptServerOptions extends KeptToolsOptions {
  readonly connect: (
    server: ToolServer,
    watch: LinkWatch,
    onToken: (token: string) => void,
  ) => Promise<ConnectedEnvironment>;
  /** Receives each line that the server says. */
  readonly onServerLine?: (server: string, line: ServerLine) => void;
}

const PING_TIMEOUT_MS = 5000;

export function keepServer(server: ToolServer, options: KeptServerOptions): KeptServer {
  const { connect, now, onServerLine } = options;
  const { name } = server;
  const secrets = growingSecrets(serverSecrets(server));
  const record = serverRecord(server, {
    now,
    secrets: secrets.all,
    ...(onServerLine && { onLine: (line: ServerLine) => onServerLine(name, line) }),
  });
  const connection = keepConnection(
    () => connect(server, watch(), secrets.add),
    () => record.ended(),
  );
  const { askAnew, ...tools } = keepTools(name, connection, record, options);
  /** What an earlier connection comes to says nothing about the server as it is now. */
  let connections = 0;

  function watch(): LinkWatch {
    connections += 1;
    const own = connections;
    return {
      onStderr: (text) => record.log.stderr(text),
      onLog: (message) => record.log.message(message),
      onMessage: (message) => record.messages.add(own, message),
      onLink: (change) => {
        if (own === connections) record.changed(change);
      },
    };
  }

  async function ping({ timeoutMs = PING_TIMEOUT_MS }: PingOptions = {}): Promise<ServerPing> {
    const answer = connection.use(async (environment) => {
      const begun = performance.now();
      // What is late is given up here first, with words of its own.
      await environment.ping(timeoutMs + 1000);
      return performance.now() - begun;
    });
    const state = (): ServerStatus['state'] => record.status().state;
    const outcome = await pingOutcome(answer, timeoutMs, { now, state });
    record.pinged(outcome);
    return outcome;
  }

  return {
    use: (work) => connection.use(work),
    retire: (idleMs) => connection.retire(idleMs),
    close: () => connection.close(),
    ...tools,
    async restart() {
      await connection.renew();
      await askAnew();
    },
    ping,
    secrets,
    status: () => record.status(),
    log: () => record.log.lines(),
    messages: () => record.messages.list(),
  };
}
