import type { ToolSchema } from '../core/index.ts';
import type { ConnectedEnvironment, LinkWatch } from '../mcp/index.ts';
import type { PingOptions, ServerLine, ServerPing, ServerStatus } from '../port/index.ts';
import { keepConnection, type KeptConnection } from './kept-connection.ts';
import { whyLeftOut, type LeftOut } from './left-out.ts';
import { pingOutcome } from './server-ping.ts';
import { serverRecord } from './server-record.ts';
import type { ToolServer } from './tool-server.ts';

/** One server of a folder, whose tools stay known while it is away. */
export interface KeptServer extends Omit<KeptConnection, 'renew'> {
  /**
   * The tools as they are now. Only the first listing waits for a server that cannot be used; after
   * that the server is tried again in the background, less and less often, and keeps its last
   * tools.
   */
  tools(): Promise<readonly ToolSchema[]>;
  /** Asks for the tools at once, also where the server is to be tried again only later. */
  reload(): Promise<void>;
  /** Connects anew, which starts a command again, and asks for the tools. */
  restart(): Promise<void>;
  ping(options?: PingOptions): Promise<ServerPing>;
  /** What was missing when it was last asked. */
  leftOut(): readonly LeftOut[];
  status(): ServerStatus;
  log(): readonly ServerLine[];
}

export interface KeptServerOptions {
  readonly connect: (server: ToolServer, watch: LinkWatch) => Promise<ConnectedEnvironment>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Receives what is left out, once until it is there again. */
  readonly onLeftOut?: (leftOut: LeftOut) => void;
  /** Receives each line that the server says. */
  readonly onServerLine?: (server: string, line: ServerLine) => void;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
const PING_TIMEOUT_MS = 5000;

export function keepServer(server: ToolServer, options: KeptServerOptions): KeptServer {
  const { connect, now, onLeftOut, onServerLine } = options;
  const { name } = server;
  // A listing is shared by all callers that wait for it, so that none of them may abort it.
  const { signal } = new AbortController();
  const record = serverRecord(server, {
    now,
    ...(onServerLine && { onLine: (line: ServerLine) => onServerLine(name, line) }),
  });
  const { renew, ...connection } = keepConnection(() => connect(server, watch()), record.ended);
  let known: readonly ToolSchema[] = [];
  let missing: readonly LeftOut[] = [];
  let failures = 0;
  let dueAt = 0;
  let asking: Promise<void> | undefined;
  /** Which listing is the newest, and which connection: what an earlier one comes to counts no more. */
  let asked = 0;
  let connections = 0;

  function watch(): LinkWatch {
    const own = (connections += 1);
    return {
      onStderr: record.log.stderr,
      onLog: record.log.message,
      onLink: (change) => {
        if (own === connections) record.changed(change);
      },
    };
  }

  function ask(): Promise<void> {
    const own = (asked += 1);
    const answer = listed(own).finally(() => {
      if (own === asked) asking = undefined;
    });
    asking = answer;
    return answer;
  }

  async function listed(own: number): Promise<void> {
    try {
      await connection.use(async (environment) => {
        const tools = await environment.listTools(signal);
        if (own !== asked) return;
        known = tools;
        failures = 0;
        const malformed = environment.malformedTools();
        record.listed(tools.length, malformed);
        tell(
          malformed.map((tool) => ({ server: name, tool, why: 'its definition cannot be used' })),
        );
      });
    } catch (thrown) {
      if (own !== asked) return;
      dueAt = now() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 20));
      failures += 1;
      record.notListed(thrown);
      tell([{ server: name, why: whyLeftOut(thrown) }]);
    }
  }

  function tell(found: readonly LeftOut[]): void {
    const isKnown = ({ tool }: LeftOut): boolean => missing.some((one) => one.tool === tool);
    const news = found.filter((one) => !isKnown(one));
    missing = found;
    for (const one of news) onLeftOut?.(one);
  }

  async function ping({ timeoutMs = PING_TIMEOUT_MS }: PingOptions = {}): Promise<ServerPing> {
    const answer = connection.use(async (environment) => {
      const begun = performance.now();
      // What is late is given up here first, with words of its own.
      await environment.ping(timeoutMs + 1000);
      return performance.now() - begun;
    });
    const outcome = await pingOutcome(answer, timeoutMs, {
      now,
      state: () => record.status().state,
    });
    record.pinged(outcome);
    return outcome;
  }

  return {
    async tools() {
      if (failures === 0) await (asking ?? ask());
      else if (!asking && now() >= dueAt) void ask();
      return known;
    },
    reload: () => asking ?? ask(),
    async restart() {
      await renew();
      await ask();
    },
    ping,
    leftOut: () => missing,
    status: record.status,
    log: record.log.lines,
    ...connection,
  };
}
