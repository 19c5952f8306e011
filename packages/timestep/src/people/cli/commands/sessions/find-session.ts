import type { ListConversationsDeps } from '../../../chat/index.ts';
import type { Session, SessionEvent } from '../../../../core/index.ts';
import type { SessionStore, StoredTasks, TaskRow } from '../../../../engine/port/index.ts';
import { CommandError, createUsageError } from '../../command-error.ts';
import { getOptionText, type Option, type OptionValues } from '../../command.ts';
import { toPlainLine } from '../../output/plain-text.ts';

/** Option for commands that take a session id. */
export const PRINCIPAL_OPTION: Option = {
  type: 'string',
  value: 'NAME',
  about: 'owner of the session, if several principals have a session with this id',
};

/**
 * Finds the session with the given id, or the context that has turns but no session. Throws
 * `CommandError` if the id is unknown or ambiguous.
 */
export async function findSession(
  deps: ListConversationsDeps,
  id: string,
  values: OptionValues,
): Promise<Session> {
  const principal = getOptionText(values, 'principal');
  const asked = {
    id,
    withClosed: true,
    limit: 2,
    ...(principal !== undefined && { principal }),
  };
  // The chat module is imported only when needed, to start commands faster.
  const { listConversations } = await import('../../../chat/index.ts');
  const [session, other] = (await listConversations(deps, asked)).sessions;
  if (session && other) {
    throw isSameContext(session, other)
      ? createUsageError(
          `several agents have turns in ${toPlainLine(id)}, which is not a session yet: list them with timestep tasks list`,
        )
      : createUsageError(
          `several principals have a session ${toPlainLine(id)}: name one with --principal`,
        );
  }
  if (session) return session;
  const message = `unknown session ${toPlainLine(id)}: list the sessions with timestep sessions list --closed`;
  throw new CommandError('no-session', message);
}

function isSameContext(one: Session, other: Session): boolean {
  return one.principal === other.principal;
}

/** Appends an event to a session. A context without a session becomes a session. */
export function appendSessionEvent(
  sessions: Pick<SessionStore, 'append'>,
  session: Session,
  event: SessionEvent,
  at: number,
): Promise<Session> {
  const { id: sessionId, agent, principal, generation } = session;
  const opening = { type: 'session.opened', sessionId, agent, principal } as const;
  return sessions.append(session, generation, generation === 0 ? [opening, event] : [event], at);
}

/** Maximum number of turns of a session that a command reads. */
const MAX_TURNS = 1_000_000;

/** Lists the turns of a session, oldest first. */
export async function listSessionTurns(
  tasks: StoredTasks,
  { id: contextId, principal, agent }: Session,
): Promise<readonly TaskRow[]> {
  const { tasks: rows } = await tasks.list({ contextId, principal, agent, limit: MAX_TURNS });
  return rows.toSorted((one, other) => one.createdAt - other.createdAt);
}
