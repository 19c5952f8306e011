import type * as AcpSdk from '@agentclientprotocol/sdk';
import type { AgentContext, ClientCapabilities } from '@agentclientprotocol/sdk';
import { TimestepError } from '#core';
import type { ClientCapability } from './acp-client.ts';
import { AcpError } from './acp-error.ts';
import { createHandlers, type AcpHandlers, type ConnectedClient } from './acp-handlers.ts';
import type { AcpServerDeps } from './acp-server-deps.ts';

type Sdk = typeof AcpSdk;

const SDK_PACKAGE = '@agentclientprotocol/sdk';

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
  const sdk = await loadSdk();
  const app = sdk.agent({ name: 'timestep' });
  const connected = Promise.withResolvers<AgentContext>();
  const handlers = createHandlers(deps, createClient(sdk, connected.promise));
  registerHandlers(app, sdk, handlers, deps.onError);
  const connection = app.connect(sdk.ndJsonStream(output, input));
  connected.resolve(connection.client);
  const closed = connection.closed.then(() => handlers.close());
  return {
    closed,
    async close() {
      connection.close();
      await closed;
    },
  };
}

async function loadSdk(): Promise<Sdk> {
  try {
    return await import('@agentclientprotocol/sdk');
  } catch (thrown) {
    const isMissing =
      thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing) throw thrown;
    const message = `timestep acp requires a package: npm install ${SDK_PACKAGE}`;
    throw new AcpError('not-installed', message);
  }
}

function createClient({ methods }: Sdk, connected: Promise<AgentContext>): ConnectedClient {
  let capabilities: ClientCapabilities = {};
  const able: Readonly<Record<ClientCapability, () => boolean>> = {
    forms: () => capabilities.elicitation?.form != null,
    notices: () => capabilities.session?.notices != null,
    compaction: () => capabilities.session?.compaction != null,
  };
  return {
    setCapabilities(given) {
      capabilities = given;
    },
    supports: (what) => able[what](),
    async sendUpdate(sessionId, update) {
      await (await connected).notify(methods.client.session.update, { sessionId, update });
    },
    async requestPermission(request, cancellationSignal) {
      const client = await connected;
      const { requestPermission } = methods.client.session;
      return (await client.request(requestPermission, request, { cancellationSignal })).outcome;
    },
    async requestInput(request, cancellationSignal) {
      const client = await connected;
      return client.request(methods.client.elicitation.create, request, { cancellationSignal });
    },
  };
}

function registerHandlers(
  app: ReturnType<Sdk['agent']>,
  sdk: Sdk,
  handlers: AcpHandlers,
  onError: (thrown: unknown) => void,
): void {
  const { initialize, authenticate, session } = sdk.methods.agent;
  const answer = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (thrown) {
      throw toRequestError(sdk, thrown, onError);
    }
  };
  app
    .onRequest(initialize, ({ params }) => answer(handlers.initialize(params)))
    .onRequest(authenticate, ({ params }) => {
      throw sdk.RequestError.invalidParams(
        undefined,
        `unknown authentication method ${params.methodId}`,
      );
    })
    .onRequest(session.new, ({ params }) => answer(handlers.newSession(params)))
    .onRequest(session.load, ({ params }) => answer(handlers.loadSession(params)))
    .onRequest(session.resume, ({ params }) => answer(handlers.resumeSession(params)))
    .onRequest(session.list, ({ params }) => answer(handlers.listSessions(params)))
    .onRequest(session.close, ({ params }) => answer(handlers.closeSession(params)))
    .onRequest(session.delete, ({ params }) => answer(handlers.deleteSession(params)))
    .onRequest(session.setMode, ({ params }) => answer(handlers.setMode(params)))
    .onRequest(session.setConfigOption, ({ params }) => answer(handlers.setConfigOption(params)))
    .onRequest(session.prompt, ({ params, signal }) => answer(handlers.prompt(params, signal)))
    .onNotification(session.cancel, ({ params }) => handlers.cancel(params).catch(onError));
}

/** Converts an error to a JSON-RPC error. Unexpected errors go to `onError`, not to the client. */
function toRequestError(
  { RequestError }: Sdk,
  thrown: unknown,
  onError: (thrown: unknown) => void,
): Error {
  if (!TimestepError.isInstance(thrown)) {
    onError(thrown);
    return RequestError.internalError(
      undefined,
      'the request failed: see the standard error output of the agent',
    );
  }
  const { code, message } = thrown;
  const data = { code };
  switch (code) {
    case 'unknown-session':
      return new RequestError(-32002, message, data);
    case 'bad-request':
    case 'unknown-agent':
    case 'other-agent':
    case 'bad-page-token':
      return new RequestError(-32602, message, data);
    default:
      return new RequestError(-32603, message, data);
  }
}
