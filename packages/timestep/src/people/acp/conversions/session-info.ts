import type { SessionInfo } from '@agentclientprotocol/sdk';
import type { Session } from '../../../core/index.ts';

/** `directory` is used for sessions without a working directory. */
export function sessionToInfo(session: Session, directory: string): SessionInfo {
  const { id, name, updatedAt } = session;
  return {
    sessionId: id,
    cwd: session.directory ?? directory,
    ...(name !== undefined && { title: name }),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}
