import type { SessionInfo } from '@agentclientprotocol/sdk';
import type { Session } from '../core/index.ts';

/** A session in the list of a client. `directory` is for sessions that began without one. */
export function sessionInfo(session: Session, directory: string): SessionInfo {
  const { id, name, updatedAt } = session;
  return {
    sessionId: id,
    cwd: session.directory ?? directory,
    ...(name !== undefined && { title: name }),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}
