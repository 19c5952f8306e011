import type * as AcpSdk from '@agentclientprotocol/sdk';
import type { AgentContext, ClientCapabilities } from '@agentclientprotocol/sdk';
import { TimestepError } from '../core/index.ts';
import type { ClientAbility } from './acp-client.ts';
import { AcpError } from './acp-error.ts';
import { createHandlers, type AcpHandlers, type ConnectedClient } from './acp-handlers.ts';
import type { AcpSite } from './acp-site.ts';

type Sdk = typeof AcpSdk;

const PACKAGE = '@agentclientprotocol/sdk';

/** A client that is being served. */
export interface AcpServing {
  /** Resolves when the client has gone, or after `close`. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Bytes as lines of JSON: what the client sends, and what it is sent. */
export interface AcpStreams {
  readonly input: ReadableStream<Uint8Array>;
  readonly output: WritableStream<Uint8Array>;
}

/** Serves one client over the Agent Client Protocol, version 1. Rejects with `AcpError`. */
export async function serveAcp(site: AcpSite, { input, output }: AcpStreams): Promise<AcpServing> {
  const sdk = await loadSdk();
  const app = sdk.agent({ name: 'timestep' });
  const connected = Promise.withResolvers<AgentContext>();
  const handlers = createHandlers(site, clientOf(sdk, connected.promise));
  register(app, sdk, handlers, site.onError);
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
    const message = `editors need a package: npm install ${PACKAGE}`;
    throw new AcpError('not-installed', message);
  }
}

function clientOf({ methods }: Sdk, connected: Promise<AgentContext>): ConnectedClient {
  let capabilities: ClientCapabilities = {};
  const able: Readonly<Record<ClientAbility, () => boolean>> = {
    forms: () => capabilities.elicitation?.form != null,
    notices: () => capabilities.session?.notices != null,
    compaction: () => capabilities.session?.compaction != null,
  };
  return {
    takes(given) {
      capabilities = given;
    },
    can: (what) => able[what](),
    async update(sessionId, update) {
      await (await connected).notify(methods.client.session.update, { sessionId, update });
    },
    async askPermission(request, cancellationSignal) {
      const client = await connected;
      const { requestPermission } = methods.client.session;
      return (await client.request(requestPermission, request, { cancellationSignal })).outcome;
    },
    async elicit(request, cancellationSignal) {
      const client = await connected;
      return client.request(methods.client.elicitation.create, request, { cancellationSignal });
    },
  };
}

function register(
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
      throw refusal(sdk, thrown, onError);
    }
  };
  app
    .onRequest(initialize, ({ params }) => answer(handlers.initialize(params)))
    .onRequest(authenticate, ({ params }) => {
      throw sdk.RequestError.invalidParams(undefined, `there is no method ${params.methodId}`);
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

/** A failure as the protocol has it; what is not meant for clients goes to `onError`. */
function refusal(
  { RequestError }: Sdk,
  thrown: unknown,
  onError: (thrown: unknown) => void,
): Error {
  if (!TimestepError.isInstance(thrown)) {
    onError(thrown);
    return RequestError.internalError(undefined, 'the request failed');
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
