import type { NewSessionResponse } from '@agentclientprotocol/sdk';
import type { AcpClient } from './acp-client.ts';
import { AcpError } from './acp-error.ts';
import type { AcpSite } from './acp-site.ts';
import { agentNamed, attachSession, type AttachedSession } from './attached-session.ts';
import type { ClientServer } from './client-server.ts';

/** The sessions that one client has open. Methods reject with `AcpError`. */
export interface OpenSessions {
  begin(directory: string, servers: readonly ClientServer[]): Promise<NewSessionResponse>;
  /** Opens a kept session, or reads an open one anew. */
  attach(
    id: string,
    directory: string,
    servers: readonly ClientServer[],
    past: 'shown' | 'left-out',
  ): Promise<AttachedSession>;
  /** The session of a request; one that is kept and was not opened is resumed. */
  of(id: string): Promise<AttachedSession>;
  known(id: string): AttachedSession | undefined;
  leave(id: string): Promise<void>;
  /** Leaves all sessions; their turns go on. */
  close(): Promise<void>;
}

export function openSessions(site: AcpSite, client: AcpClient): OpenSessions {
  const { clock, newId } = site.conversations;
  const attached = new Map<string, AttachedSession>();

  async function attach(
    ...[id, directory, servers, past]: Parameters<OpenSessions['attach']>
  ): Promise<AttachedSession> {
    const known = attached.get(id);
    const session = known ?? (await kept(id));
    attached.set(id, session);
    if (servers.length > 0) await site.useServers(id, directory, servers);
    await session.follow(past);
    afterAnswer(session);
    return session;
  }

  async function kept(id: string): Promise<AttachedSession> {
    const agent = agentNamed(site, await agentOf(site, id)).name;
    return attachSession(site, client, { kind: 'kept', id, agent });
  }

  /** Sends the commands once the answer to the request is written. */
  function afterAnswer(session: AttachedSession): void {
    clock.schedule(0, () => void session.showCommands().catch(site.onError));
  }

  return {
    attach,
    async begin(directory, servers) {
      const id = newId();
      const session = await attachSession(site, client, { kind: 'new', id, directory });
      attached.set(id, session);
      if (servers.length > 0) await site.useServers(id, directory, servers);
      afterAnswer(session);
      return { sessionId: id, ...session.options() };
    },
    of: async (id) => attached.get(id) ?? attach(id, site.directory, [], 'left-out'),
    known: (id) => attached.get(id),
    async leave(id) {
      const session = attached.get(id);
      attached.delete(id);
      await session?.leave();
      await site.useServers(id, site.directory, []);
    },
    async close() {
      await Promise.all([...attached.values()].map((session) => session.leave()));
      attached.clear();
    },
  };
}

/** The agent of a session, or of a context that has turns and not a session yet. */
async function agentOf({ principal, conversations, agents }: AcpSite, id: string): Promise<string> {
  const { sessions, runner } = conversations;
  const session = await sessions.get({ principal, id });
  if (session) return session.agent;
  for (const { name } of agents) {
    const page = { principal, agent: name, contextId: id, pageSize: 1 };
    if ((await runner.list(page)).tasks.length > 0) return name;
  }
  const message = `there is no session ${id}: session/list names those that exist`;
  throw new AcpError('unknown-session', message);
}
