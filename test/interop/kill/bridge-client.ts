import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** A task in the bridge's report. */
export interface BridgeReport {
  readonly task: string;
  readonly state: string;
  readonly answer?: string;
  readonly question?: { readonly text: string };
  readonly approvals?: readonly { readonly name: string }[];
  readonly error?: string;
}

/** An MCP client that starts a bridge, and restarts it whenever it has exited. */
export interface BridgeClient {
  /**
   * Repeats the call with its key until it has a result. Rejects for an unknown handle, and once
   * the signal is aborted.
   */
  call(tool: string, args: object, key: string, signal: AbortSignal): Promise<BridgeReport>;
  kill(): Promise<void>;
}

export interface BridgeProcess {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Called when the bridge has exited and this client has not stopped it. */
  readonly onDeath?: () => void;
}

const RETRY_MS = 100;
/** The key that makes a repeated call the same call. */
const KEY_META = 'dev.timestep/key';
/** The bridge's message about an unknown handle. */
const UNKNOWN = 'there is no task';

export function bridgeClient({ command, args, cwd, env, onDeath }: BridgeProcess): BridgeClient {
  let connection: Promise<Connection> | undefined;
  const killed = new WeakSet<Client>();

  async function connected(): Promise<Connection> {
    const transport = new StdioClientTransport({ command, args: [...args], cwd, env: { ...env } });
    const client = new Client({ name: 'kill', version: '1' });
    const closed = Promise.withResolvers<void>();
    client.onclose = () => {
      closed.resolve();
      if (!killed.has(client)) onDeath?.();
    };
    await client.connect(transport);
    return { client, transport, closed: closed.promise };
  }

  return {
    async call(tool, given, key, signal) {
      let last = 'nothing was answered';
      for (;;) {
        if (signal.aborted) throw new Error(`${tool} has no result in time: ${last}`);
        try {
          connection ??= connected();
          const { client } = await connection;
          const request = { name: tool, arguments: { ...given }, _meta: { [KEY_META]: key } };
          const { structuredContent, content } = await client.callTool(request, { signal });
          if (structuredContent) return structuredContent as unknown as BridgeReport;
          last = JSON.stringify(content);
          if (last.includes(UNKNOWN)) break;
        } catch (thrown) {
          // The bridge exited during the call.
          last = String(thrown);
          if (!signal.aborted) connection = undefined;
        }
        await pause(RETRY_MS);
      }
      throw new Error(`${tool}: ${last}`);
    },
    async kill() {
      const dying = connection;
      connection = undefined;
      const { client, transport, closed } = (await dying?.catch(() => undefined)) ?? {};
      if (!client || !transport?.pid) return;
      killed.add(client);
      process.kill(transport.pid, 'SIGKILL');
      await closed;
    },
  };
}

interface Connection {
  readonly client: Client;
  readonly transport: StdioClientTransport;
  readonly closed: Promise<void>;
}
