import { isAbsolute, win32 } from 'node:path';
import type * as AcpSdk from '@agentclientprotocol/sdk';
import type {
  InitializeResponse,
  ListSessionsRequest,
  ListSessionsResponse,
  McpServer,
  PromptRequest,
  PromptResponse,
  SessionInfo,
} from '@agentclientprotocol/sdk';
import { listContextsWithoutSession, eraseConversation } from '#people/chat';
import {
  describeIdProblem,
  formatForeignLine,
  omitUndefined,
  repairJson,
  TimestepError,
  type Session,
} from '#core';
import type { AcpClient } from './acp-client.ts';
import { AcpError } from './acp-error.ts';
import type { AcpServerDeps } from './acp-server-deps.ts';
import { toClientServer, type ClientServer } from './conversions/client-server.ts';
import { promptToMessageIfSupported } from './conversions/message-from-prompt.ts';
import type { OpenSessions } from './session/open-sessions.ts';

const PROTOCOL_VERSION = 1;

/** Prompt `_meta` key of an idempotency id; a repeated id starts no second turn. */
const MESSAGE_ID_META = 'dev.timestep/message-id';

const PAGE_SIZE = 50;

type Sdk = typeof AcpSdk;

/** Registers a handler for each request of the client. Errors become JSON-RPC errors. */
export function registerHandlers(
  app: ReturnType<Sdk['agent']>,
  sdk: Sdk,
  deps: AcpServerDeps,
  client: AcpClient,
  open: OpenSessions,
): void {
  const { principal, conversations, onError } = deps;
  const { initialize, authenticate, session } = sdk.methods.agent;
  const answer = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (thrown) {
      throw toRequestError(sdk, thrown, onError);
    }
  };
  app
    .onRequest(initialize, ({ params }) => {
      client.setCapabilities(params.clientCapabilities ?? {});
      return createInitializeResponse(deps);
    })
    .onRequest(authenticate, ({ params }) => {
      const message = `unknown authentication method ${params.methodId}`;
      throw sdk.RequestError.invalidParams(undefined, message);
    })
    .onRequest(session.new, ({ params: { cwd, mcpServers } }) =>
      answer(async () => open.create(requireAbsolute(cwd), toClientServersOrThrow(mcpServers))),
    )
    .onRequest(session.load, ({ params: { sessionId, cwd, mcpServers } }) =>
      answer(async () => {
        const servers = toClientServersOrThrow(mcpServers);
        const loaded = await open.attach(sessionId, requireAbsolute(cwd), servers, 'shown');
        return loaded.getOptions();
      }),
    )
    .onRequest(session.resume, ({ params: { sessionId, cwd, mcpServers = [] } }) =>
      answer(async () => {
        const servers = toClientServersOrThrow(mcpServers);
        const directory = requireAbsolute(cwd);
        return (await open.attach(sessionId, directory, servers, 'left-out')).getOptions();
      }),
    )
    .onRequest(session.list, ({ params }) => answer(() => listSessionPage(deps, params)))
    .onRequest(session.close, ({ params: { sessionId } }) =>
      answer(async () => {
        await (await open.getOrResume(sessionId)).cancel();
        await open.detach(sessionId);
        return {};
      }),
    )
    .onRequest(session.delete, ({ params: { sessionId } }) =>
      answer(async () => {
        await open.detach(sessionId);
        await eraseConversation(conversations, { principal, id: sessionId });
        return {};
      }),
    )
    .onRequest(session.setMode, ({ params: { sessionId, modeId } }) =>
      answer(async () => {
        await (await open.getOrResume(sessionId)).setOption('mode', modeId);
        return {};
      }),
    )
    .onRequest(session.setConfigOption, ({ params: { sessionId, configId, value } }) =>
      answer(async () => {
        const changed = await open.getOrResume(sessionId);
        await changed.setOption(configId, value);
        return { configOptions: changed.getOptions().configOptions };
      }),
    )
    .onRequest(session.prompt, ({ params, signal }) =>
      answer(() => runPrompt(deps, open, params, signal)),
    )
    .onNotification(session.cancel, async ({ params }) =>
      open.cancel(params.sessionId).catch(onError),
    );
}

async function runPrompt(
  deps: AcpServerDeps,
  open: OpenSessions,
  { sessionId, prompt: blocks, _meta }: PromptRequest,
  signal: AbortSignal,
): Promise<PromptResponse> {
  const message = promptToMessageIfSupported(repairJson(blocks));
  if (!message)
    throw new AcpError('bad-request', 'audio prompts are not supported: send text or images');
  const session = await open.getOrResume(sessionId);
  const given = _meta?.[MESSAGE_ID_META];
  const messageId = typeof given === 'string' ? given : deps.conversations.newId();
  const problem = describeIdProblem(messageId);
  if (problem !== undefined) {
    throw new AcpError('bad-request', `the message id in _meta["${MESSAGE_ID_META}"] ${problem}`);
  }
  const stop = (): void => {
    if (isCanceledByClient(signal)) void session.cancel().catch(deps.onError);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    const end = await session.sendPrompt(message, messageId);
    if (end.kind === 'stopped') return { stopReason: end.reason };
    throw new AcpError('turn-failed', end.error.message);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** JSON-RPC error code for a request that its sender canceled (ACP v1, Cancellation). */
const REQUEST_CANCELED = -32800;

/** Whether the client canceled the request. A closed connection is not a cancellation. */
function isCanceledByClient({ reason }: AbortSignal): boolean {
  return reason instanceof Error && 'code' in reason && reason.code === REQUEST_CANCELED;
}

function createInitializeResponse({ version }: AcpServerDeps): InitializeResponse {
  return {
    protocolVersion: PROTOCOL_VERSION,
    agentInfo: { name: 'timestep', title: 'Timestep', version },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, audio: false, embeddedContext: true },
      mcpCapabilities: { http: true, sse: false },
      sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
    },
    authMethods: [],
  };
}

/** Returns a working directory, which must be absolute (ACP v1, Session Setup). */
function requireAbsolute(cwd: string): string {
  if (isAbsolute(cwd) || win32.isAbsolute(cwd)) return cwd;
  const message = `cwd must be an absolute path, but it is "${formatForeignLine(cwd)}": send the whole path of the folder`;
  throw new AcpError('bad-request', message);
}

function toClientServersOrThrow(servers: readonly McpServer[]): ClientServer[] {
  return servers.map((server) => {
    const read = toClientServer(server);
    if (read) return read;
    const message = `the MCP server ${server.name} uses SSE, which is not supported: use HTTP or stdio`;
    throw new AcpError('bad-request', message);
  });
}

/** Lists a page of sessions, skipping pages without a match. */
async function listSessionPage(
  { principal, agents, conversations: { sessions: kept }, tasks, directory }: AcpServerDeps,
  { cwd, cursor }: ListSessionsRequest,
): Promise<ListSessionsResponse> {
  const isListed = (session: Session): boolean =>
    agents.some(({ name }) => name === session.agent) &&
    (cwd == null || (session.directory ?? cwd) === cwd);
  if (cwd != null) requireAbsolute(cwd);
  let pageToken = cursor ?? undefined;
  const contexts =
    pageToken === undefined
      ? await listContextsWithoutSession(
          { sessions: kept, tasks },
          { principal, isOwn: true, limit: PAGE_SIZE },
        )
      : [];
  for (let found = contexts; ; found = []) {
    const page = await kept.list({
      principal,
      ...omitUndefined({ pageSize: PAGE_SIZE, pageToken }),
    });
    const sessions = [...found, ...page.sessions]
      .filter(isListed)
      .toSorted((one, other) => other.updatedAt - one.updatedAt)
      .map((session) => sessionToInfo(session, cwd ?? directory));
    pageToken = page.nextPageToken;
    if (pageToken === undefined) return { sessions };
    if (sessions.length > 0) return { sessions, nextCursor: pageToken };
  }
}

/** Converts a session to its ACP form. `directory` is for sessions without a working directory. */
function sessionToInfo(session: Session, directory: string): SessionInfo {
  const { id: sessionId, name, updatedAt } = session;
  const title = name === undefined ? undefined : formatForeignLine(name);
  const cwd = session.directory ?? directory;
  return {
    ...omitUndefined({ sessionId, cwd, title }),
    updatedAt: new Date(updatedAt).toISOString(),
  };
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
  return new RequestError(RPC_CODES[code] ?? -32603, message, { code });
}

/** JSON-RPC error codes by error code; other errors are internal errors (-32603). */
const RPC_CODES: Readonly<Record<string, number>> = {
  'unknown-session': -32002,
  'bad-request': -32602,
  'unknown-agent': -32602,
  'other-agent': -32602,
  'bad-page-token': -32602,
};
