import type { ConversationsSite } from '../chat/index.ts';
import type { Session, SessionEvent } from '../core/index.ts';
import type { SessionStore, StoredTasks, TaskRow } from '../port/index.ts';
import { CommandError, usage } from './command-error.ts';
import { textOf, type Option, type OptionValues } from './command.ts';
import { plainLine } from './plain-text.ts';

/** The option of commands that name a session. */
export const PRINCIPAL_OPTION: Option = {
  type: 'string',
  value: 'NAME',
  about: 'whose session, where several principals have one of that id',
};

/** The session that a command names, or the context that has turns and not a session yet. */
export async function findSession(
  site: ConversationsSite,
  id: string,
  values: OptionValues,
): Promise<Session> {
  const principal = textOf(values, 'principal');
  const asked = {
    id,
    withClosed: true,
    limit: 2,
    ...(principal !== undefined && { principal }),
  };
  // Conversations are loaded only where they are looked at.
  const { listConversations } = await import('../chat/index.ts');
  const [session, other] = (await listConversations(site, asked)).sessions;
  if (session && other) {
    throw isOneContext(session, other)
      ? usage(
          `several agents have turns in ${plainLine(id)}, which is not a session yet: timestep tasks list shows them`,
        )
      : usage(`several principals have a session ${plainLine(id)}: name one with --principal`);
  }
  if (session) return session;
  const message = `there is no session ${plainLine(id)}: timestep sessions list --closed shows those that exist`;
  throw new CommandError('no-session', message);
}

function isOneContext(one: Session, other: Session): boolean {
  return one.principal === other.principal;
}

/** Adds an event to a session; a context becomes one by it. */
export function appendTo(
  sessions: Pick<SessionStore, 'append'>,
  session: Session,
  event: SessionEvent,
  at: number,
): Promise<Session> {
  const { id: sessionId, agent, principal, generation } = session;
  const opening = { type: 'session.opened', sessionId, agent, principal } as const;
  return sessions.append(session, generation, generation === 0 ? [opening, event] : [event], at);
}

/** How many turns of a session a command handles at most. */
const MOST_TURNS = 1_000_000;

/** The turns of a session, the oldest first. */
export async function turnsOf(
  tasks: StoredTasks,
  { id: contextId, principal, agent }: Session,
): Promise<readonly TaskRow[]> {
  const { tasks: rows } = await tasks.list({ contextId, principal, agent, limit: MOST_TURNS });
  return rows.toSorted((one, other) => one.createdAt - other.createdAt);
}
