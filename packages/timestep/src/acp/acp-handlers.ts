import type {
  AgentRequestHandlersByMethod,
  CancelNotification,
  ClientCapabilities,
  InitializeResponse,
  McpServer,
} from '@agentclientprotocol/sdk';
import { contextSessions, eraseConversation } from '../chat/index.ts';
import type { Session } from '../core/index.ts';
import type { AcpClient } from './acp-client.ts';
import { AcpError } from './acp-error.ts';
import type { AcpSite } from './acp-site.ts';
import { clientServerFrom, type ClientServer } from './client-server.ts';
import { messageFromPrompt } from './message-from-prompt.ts';
import { openSessions, type OpenSessions } from './open-sessions.ts';
import { sessionInfo } from './session-info.ts';

type Params<Method extends keyof AgentRequestHandlersByMethod> = Parameters<
  AgentRequestHandlersByMethod[Method]
>[0]['params'];

type Answer<Method extends keyof AgentRequestHandlersByMethod> = Promise<
  Exclude<Awaited<ReturnType<AgentRequestHandlersByMethod[Method]>>, void>
>;

/** What a connection does with the requests of its client, by method. Rejects with `AcpError`. */
export interface AcpHandlers {
  initialize(params: Params<'initialize'>): Answer<'initialize'>;
  newSession(params: Params<'session/new'>): Answer<'session/new'>;
  loadSession(params: Params<'session/load'>): Answer<'session/load'>;
  resumeSession(params: Params<'session/resume'>): Answer<'session/resume'>;
  listSessions(params: Params<'session/list'>): Answer<'session/list'>;
  closeSession(params: Params<'session/close'>): Answer<'session/close'>;
  deleteSession(params: Params<'session/delete'>): Answer<'session/delete'>;
  prompt(params: Params<'session/prompt'>, signal: AbortSignal): Answer<'session/prompt'>;
  cancel(params: CancelNotification): Promise<void>;
  setMode(params: Params<'session/set_mode'>): Answer<'session/set_mode'>;
  setConfigOption(params: Params<'session/set_config_option'>): Answer<'session/set_config_option'>;
  /** Leaves all sessions; their turns go on. */
  close(): Promise<void>;
}

/** The version of the protocol that is spoken. */
const PROTOCOL_VERSION = 1;

/** The key of a prompt's `_meta` with which a client may send the prompt again without a second turn. */
const MESSAGE_ID_META = 'dev.timestep/message-id';

const PAGE = 50;

/** A client, whose abilities are known once it has initialized. */
export interface ConnectedClient extends AcpClient {
  takes(capabilities: ClientCapabilities): void;
}

export function createHandlers(site: AcpSite, client: ConnectedClient): AcpHandlers {
  const open = openSessions(site, client);
  const { principal, conversations } = site;
  const { sessions, runner } = conversations;
  return {
    async initialize({ clientCapabilities = {} }) {
      client.takes(clientCapabilities);
      return initialized(site);
    },
    async newSession({ cwd, mcpServers }) {
      return open.begin(cwd, serversFrom(mcpServers));
    },
    async loadSession({ sessionId, cwd, mcpServers }) {
      return (await open.attach(sessionId, cwd, serversFrom(mcpServers), 'shown')).options();
    },
    async resumeSession({ sessionId, cwd, mcpServers = [] }) {
      return (await open.attach(sessionId, cwd, serversFrom(mcpServers), 'left-out')).options();
    },
    listSessions: ({ cwd, cursor }) => listed(site, cwd ?? undefined, cursor ?? undefined),
    async closeSession({ sessionId }) {
      await (await open.of(sessionId)).cancel();
      await open.leave(sessionId);
      return {};
    },
    async deleteSession({ sessionId }) {
      await open.leave(sessionId);
      await eraseConversation({ runner, sessions }, { principal, id: sessionId });
      return {};
    },
    prompt: (params, signal) => prompt(site, open, params, signal),
    async cancel({ sessionId }) {
      await open.known(sessionId)?.cancel();
    },
    async setMode({ sessionId, modeId }) {
      await (await open.of(sessionId)).choose('mode', modeId);
      return {};
    },
    async setConfigOption({ sessionId, configId, value }) {
      const session = await open.of(sessionId);
      await session.choose(configId, value);
      const { configOptions } = session.options();
      return { configOptions };
    },
    close: () => open.close(),
  };
}

async function prompt(
  site: AcpSite,
  open: OpenSessions,
  { sessionId, prompt: blocks, _meta }: Params<'session/prompt'>,
  signal: AbortSignal,
): Answer<'session/prompt'> {
  const message = messageFromPrompt(blocks);
  if (!message) throw new AcpError('bad-request', 'the prompt has audio: send text or images');
  const session = await open.of(sessionId);
  const given = _meta?.[MESSAGE_ID_META];
  const messageId = typeof given === 'string' ? given : site.conversations.newId();
  const stop = (): void => {
    if (isCancelled(signal)) void session.cancel().catch(site.onError);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    const end = await session.prompt(message, messageId);
    if (end.kind === 'stopped') return { stopReason: end.reason };
    throw new AcpError('turn-failed', end.error.message);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** The code of a request that its sender has withdrawn (ACP v1, Cancellation). */
const CANCELLED = -32800;

/** Whether the client withdrew a request. A connection that ends withdraws nothing. */
function isCancelled({ reason }: AbortSignal): boolean {
  return reason instanceof Error && 'code' in reason && reason.code === CANCELLED;
}

function initialized({ version }: AcpSite): InitializeResponse {
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

function serversFrom(servers: readonly McpServer[]): ClientServer[] {
  return servers.map((server) => {
    const read = clientServerFrom(server);
    if (read) return read;
    const message = `the MCP server ${server.name} is reached by SSE alone: give one over HTTP or stdio`;
    throw new AcpError('bad-request', message);
  });
}

/**
 * A page of sessions, newest first. Pages without a match are passed over. The first page has the newest
 * contexts that clients of other protocols began, too.
 */
async function listed(
  site: AcpSite,
  cwd: string | undefined,
  cursor: string | undefined,
): Answer<'session/list'> {
  const { principal, agents, conversations, tasks, directory } = site;
  const { sessions: kept } = conversations;
  const isListed = (session: Session): boolean =>
    agents.some(({ name }) => name === session.agent) &&
    (cwd === undefined || (session.directory ?? cwd) === cwd);
  const contexts =
    cursor === undefined
      ? await contextSessions({ sessions: kept, tasks }, { principal, limit: PAGE })
      : [];
  let pageToken = cursor;
  for (let found = contexts; ; found = []) {
    const page = await kept.list({
      principal,
      pageSize: PAGE,
      ...(pageToken !== undefined && { pageToken }),
    });
    const sessions = [...found, ...page.sessions]
      .filter(isListed)
      .toSorted((one, other) => other.updatedAt - one.updatedAt)
      .map((session) => sessionInfo(session, cwd ?? directory));
    pageToken = page.nextPageToken;
    if (pageToken === undefined) return { sessions };
    if (sessions.length > 0) return { sessions, nextCursor: pageToken };
  }
}
