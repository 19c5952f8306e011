import type * as AcpSdk from '@agentclientprotocol/sdk';
import type { AgentContext } from '@agentclientprotocol/sdk';
import { createAcpClient } from './acp-client.ts';
import { AcpError } from './acp-error.ts';
import { registerHandlers } from './acp-handlers.ts';
import type { AcpServerDeps } from './acp-server-deps.ts';
import { createOpenSessions } from './session/open-sessions.ts';

export interface AcpConnection {
  /** Resolves when the client disconnects or after `close`. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Byte streams of newline-delimited JSON: from the client and to the client. */
export interface AcpStreams {
  readonly input: ReadableStream<Uint8Array>;
  readonly output: WritableStream<Uint8Array>;
}

/** Serves one client over ACP version 1. Rejects with `AcpError` if the SDK is not installed. */
export async function serveAcp(
  deps: AcpServerDeps,
  { input, output }: AcpStreams,
): Promise<AcpConnection> {
  const sdk = await loadAcpSdk();
  const connected = Promise.withResolvers<AgentContext>();
  const client = createAcpClient(sdk, connected.promise);
  const open = createOpenSessions(deps, client);
  const app = sdk.agent({ name: 'timestep' });
  registerHandlers(app, sdk, deps, client, open);
  const connection = app.connect(sdk.ndJsonStream(output, input));
  connected.resolve(connection.client);
  const closed = connection.closed.then(() => open.close());
  return {
    closed,
    async close() {
      connection.close();
      await closed;
    },
  };
}

async function loadAcpSdk(): Promise<typeof AcpSdk> {
  try {
    return await import('@agentclientprotocol/sdk');
  } catch (thrown) {
    const isMissing =
      thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing) throw thrown;
    const message = 'timestep acp requires a package: npm install @agentclientprotocol/sdk';
    throw new AcpError('not-installed', message);
  }
}
