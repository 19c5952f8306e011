import type { NewSessionResponse } from '@agentclientprotocol/sdk';
import { openConversation } from '#people/chat';
import type { AcpClient } from '../acp-client.ts';
import { AcpError } from '../acp-error.ts';
import type { AcpServerDeps } from '../acp-server-deps.ts';
import { requireAgent, openUnsubscribedSession, type AttachedSession } from './attached-session.ts';
import type { ClientServer } from '../conversions/client-server.ts';

/** The open sessions of one client. Methods reject with `AcpError`. */
export interface OpenSessions {
  create(directory: string, servers: readonly ClientServer[]): Promise<NewSessionResponse>;
  /** Opens a stored session. If it is already open, sends its updates again from the start. */
  attach(
    id: string,
    directory: string,
    servers: readonly ClientServer[],
    past: 'shown' | 'left-out',
  ): Promise<AttachedSession>;
  /** Returns the open session with this id, otherwise resumes the stored session. */
  getOrResume(id: string): Promise<AttachedSession>;
  /** Cancels the turn of an open or stored session. A stored one is not opened. */
  cancel(id: string): Promise<void>;
  detach(id: string): Promise<void>;
  close(): Promise<void>;
}

export function createOpenSessions(deps: AcpServerDeps, client: AcpClient): OpenSessions {
  const { clock, newId } = deps.conversations;
  const attached = new Map<string, AttachedSession>();

  async function attachSessionWithServers(
    ...[id, directory, servers, past]: Parameters<OpenSessions['attach']>
  ): Promise<AttachedSession> {
    const known = attached.get(id);
    const session = known ?? (await attachStoredSession(id));
    attached.set(id, session);
    if (servers.length > 0) await deps.useServers(id, directory, servers);
    await session.subscribe(past);
    scheduleSendingOfCommands(session);
    return session;
  }

  async function attachStoredSession(id: string): Promise<AttachedSession> {
    const agent = requireAgent(deps, await findAgentOfSession(deps, id));
    return openUnsubscribedSession(deps, client, { id, agent });
  }

  function scheduleSendingOfCommands(session: AttachedSession): void {
    clock.schedule(0, () => void session.sendCommands().catch(deps.onError));
  }

  return {
    attach: attachSessionWithServers,
    async create(directory, servers) {
      const id = newId();
      const [agent] = deps.agents;
      const session = await openUnsubscribedSession(deps, client, {
        id,
        agent,
        newDirectory: directory,
      });
      attached.set(id, session);
      if (servers.length > 0) await deps.useServers(id, directory, servers);
      scheduleSendingOfCommands(session);
      return { sessionId: id, ...session.getOptions() };
    },
    getOrResume: async (id) =>
      attached.get(id) ?? attachSessionWithServers(id, deps.directory, [], 'left-out'),
    async cancel(id) {
      const session = attached.get(id);
      if (session) return session.cancel();
      const agent = await findAgentOfSession(deps, id);
      const { conversations, principal } = deps;
      const stored = await openConversation(conversations, { agent, principal, sessionId: id });
      await stored.cancel();
    },
    async detach(id) {
      const session = attached.get(id);
      attached.delete(id);
      await session?.detach();
      await deps.useServers(id, deps.directory, []);
    },
    async close() {
      await Promise.all([...attached.values()].map((session) => session.detach()));
      attached.clear();
    },
  };
}

async function findAgentOfSession(
  { principal, conversations, agents }: AcpServerDeps,
  id: string,
): Promise<string> {
  const { sessions, runner } = conversations;
  const session = await sessions.get({ principal, id });
  if (session) return session.agent;
  for (const { name } of agents) {
    const page = { principal, agent: name, contextId: id, pageSize: 1 };
    if ((await runner.list(page)).tasks.length > 0) return name;
  }
  const message = `unknown session ${id}: list the sessions with session/list`;
  throw new AcpError('unknown-session', message);
}
