import type {
  AgentRequestHandlersByMethod,
  CancelNotification,
  ClientCapabilities,
  InitializeResponse,
  McpServer,
  SessionInfo,
} from '@agentclientprotocol/sdk';
import { listContextsWithoutSession, eraseConversation } from '#people/chat';
import type { Session } from '#core';
import type { AcpClient } from './acp-client.ts';
import { AcpError } from './acp-error.ts';
import type { AcpServerDeps } from './acp-server-deps.ts';
import { toClientServer, type ClientServer } from './conversions/client-server.ts';
import { promptToMessage } from './conversions/message-from-prompt.ts';
import { createOpenSessions, type OpenSessions } from './session/open-sessions.ts';

type Params<Method extends keyof AgentRequestHandlersByMethod> = Parameters<
  AgentRequestHandlersByMethod[Method]
>[0]['params'];

type HandlerResponse<Method extends keyof AgentRequestHandlersByMethod> = Promise<
  Exclude<Awaited<ReturnType<AgentRequestHandlersByMethod[Method]>>, void>
>;

/** Handlers for the client's requests, by method. Methods reject with `AcpError`. */
export interface AcpHandlers {
  initialize(params: Params<'initialize'>): HandlerResponse<'initialize'>;
  newSession(params: Params<'session/new'>): HandlerResponse<'session/new'>;
  loadSession(params: Params<'session/load'>): HandlerResponse<'session/load'>;
  resumeSession(params: Params<'session/resume'>): HandlerResponse<'session/resume'>;
  listSessions(params: Params<'session/list'>): HandlerResponse<'session/list'>;
  closeSession(params: Params<'session/close'>): HandlerResponse<'session/close'>;
  deleteSession(params: Params<'session/delete'>): HandlerResponse<'session/delete'>;
  prompt(params: Params<'session/prompt'>, signal: AbortSignal): HandlerResponse<'session/prompt'>;
  cancel(params: CancelNotification): Promise<void>;
  setMode(params: Params<'session/set_mode'>): HandlerResponse<'session/set_mode'>;
  setConfigOption(
    params: Params<'session/set_config_option'>,
  ): HandlerResponse<'session/set_config_option'>;
  close(): Promise<void>;
}

/** Version of the Agent Client Protocol that is served. */
const PROTOCOL_VERSION = 1;

/** Prompt `_meta` key of an idempotency id; a repeated id starts no second turn. */
const MESSAGE_ID_META = 'dev.timestep/message-id';

const PAGE_SIZE = 50;

/** A connected client. Its capabilities are known after the `initialize` request. */
export interface ConnectedClient extends AcpClient {
  setCapabilities(capabilities: ClientCapabilities): void;
}

export function createHandlers(deps: AcpServerDeps, client: ConnectedClient): AcpHandlers {
  const open = createOpenSessions(deps, client);
  const { principal, conversations } = deps;
  const { sessions, runner } = conversations;
  return {
    async initialize({ clientCapabilities = {} }) {
      client.setCapabilities(clientCapabilities);
      return createInitializeResponse(deps);
    },
    async newSession({ cwd, mcpServers }) {
      return open.create(cwd, toClientServers(mcpServers));
    },
    async loadSession({ sessionId, cwd, mcpServers }) {
      return (await open.attach(sessionId, cwd, toClientServers(mcpServers), 'shown')).getOptions();
    },
    async resumeSession({ sessionId, cwd, mcpServers = [] }) {
      return (
        await open.attach(sessionId, cwd, toClientServers(mcpServers), 'left-out')
      ).getOptions();
    },
    listSessions: ({ cwd, cursor }) => listSessionPage(deps, cwd ?? undefined, cursor ?? undefined),
    async closeSession({ sessionId }) {
      await (await open.getOrResume(sessionId)).cancel();
      await open.detach(sessionId);
      return {};
    },
    async deleteSession({ sessionId }) {
      await open.detach(sessionId);
      await eraseConversation({ runner, sessions }, { principal, id: sessionId });
      return {};
    },
    prompt: (params, signal) => runPrompt(deps, open, params, signal),
    async cancel({ sessionId }) {
      await open.find(sessionId)?.cancel();
    },
    async setMode({ sessionId, modeId }) {
      await (await open.getOrResume(sessionId)).setOption('mode', modeId);
      return {};
    },
    async setConfigOption({ sessionId, configId, value }) {
      const session = await open.getOrResume(sessionId);
      await session.setOption(configId, value);
      const { configOptions } = session.getOptions();
      return { configOptions };
    },
    close: () => open.close(),
  };
}

async function runPrompt(
  deps: AcpServerDeps,
  open: OpenSessions,
  { sessionId, prompt: blocks, _meta }: Params<'session/prompt'>,
  signal: AbortSignal,
): HandlerResponse<'session/prompt'> {
  const message = promptToMessage(blocks);
  if (!message)
    throw new AcpError('bad-request', 'audio prompts are not supported: send text or images');
  const session = await open.getOrResume(sessionId);
  const given = _meta?.[MESSAGE_ID_META];
  const messageId = typeof given === 'string' ? given : deps.conversations.newId();
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

function toClientServers(servers: readonly McpServer[]): ClientServer[] {
  return servers.map((server) => {
    const read = toClientServer(server);
    if (read) return read;
    const message = `the MCP server ${server.name} uses SSE, which is not supported: use HTTP or stdio`;
    throw new AcpError('bad-request', message);
  });
}

/** Lists a page of sessions, skipping pages without a match. */
async function listSessionPage(
  deps: AcpServerDeps,
  cwd: string | undefined,
  cursor: string | undefined,
): HandlerResponse<'session/list'> {
  const { principal, agents, conversations, tasks, directory } = deps;
  const { sessions: kept } = conversations;
  const isListed = (session: Session): boolean =>
    agents.some(({ name }) => name === session.agent) &&
    (cwd === undefined || (session.directory ?? cwd) === cwd);
  const contexts =
    cursor === undefined
      ? await listContextsWithoutSession({ sessions: kept, tasks }, { principal, limit: PAGE_SIZE })
      : [];
  let pageToken = cursor;
  for (let found = contexts; ; found = []) {
    const page = await kept.list({
      principal,
      pageSize: PAGE_SIZE,
      ...(pageToken !== undefined && { pageToken }),
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
  const { id, name, updatedAt } = session;
  return {
    sessionId: id,
    cwd: session.directory ?? directory,
    ...(name !== undefined && { title: name }),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}
