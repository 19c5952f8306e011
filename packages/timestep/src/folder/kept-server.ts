import type { ToolSchema } from '../core/index.ts';
import type { ConnectedEnvironment } from '../mcp/index.ts';
import { keepConnection, type KeptConnection } from './kept-connection.ts';
import { whyLeftOut, type LeftOut } from './left-out.ts';
import type { ToolServer } from './tool-server.ts';

/** One server of a folder, whose tools stay known while it is away. */
export interface KeptServer extends KeptConnection {
  /**
   * The tools as they are now. Only the first listing waits for a server that cannot be used; after
   * that the server is tried again in the background, less and less often, and keeps its last
   * tools.
   */
  tools(): Promise<readonly ToolSchema[]>;
  /** Asks for the tools at once, also where the server is to be tried again only later. */
  reload(): Promise<void>;
  /** What was missing when it was last asked. */
  leftOut(): readonly LeftOut[];
}

export interface KeptServerOptions {
  readonly connect: (server: ToolServer) => Promise<ConnectedEnvironment>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Receives what is left out, once until it is there again. */
  readonly onLeftOut?: (leftOut: LeftOut) => void;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

export function keepServer(server: ToolServer, options: KeptServerOptions): KeptServer {
  const { connect, now, onLeftOut } = options;
  // A listing is shared by all callers that wait for it, so that none of them may abort it.
  const { signal } = new AbortController();
  const connection = keepConnection(() => connect(server));
  let known: readonly ToolSchema[] = [];
  let missing: readonly LeftOut[] = [];
  let failures = 0;
  let dueAt = 0;
  let asking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    try {
      await connection.use(async (environment) => {
        known = await environment.listTools(signal);
        failures = 0;
        tell(
          environment.malformedTools().map((tool) => {
            return { server: server.name, tool, why: 'its definition cannot be used' };
          }),
        );
      });
    } catch (thrown) {
      dueAt = now() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 20));
      failures += 1;
      tell([{ server: server.name, why: whyLeftOut(thrown) }]);
    } finally {
      asking = undefined;
    }
  }

  function tell(found: readonly LeftOut[]): void {
    const isKnown = ({ tool }: LeftOut): boolean => missing.some((one) => one.tool === tool);
    const news = found.filter((one) => !isKnown(one));
    missing = found;
    for (const one of news) onLeftOut?.(one);
  }

  return {
    async tools() {
      if (failures === 0) await (asking ??= ask());
      else if (!asking && now() >= dueAt) asking = ask();
      return known;
    },
    reload: () => (asking ??= ask()),
    leftOut: () => missing,
    ...connection,
  };
}
