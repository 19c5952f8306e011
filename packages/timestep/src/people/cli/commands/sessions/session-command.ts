import { omitUndefined, type Session, type SessionEvent, formatForeignLine } from '#core';
import type { SessionStore, StoredTasks, TaskRow } from '#engine/port';
import type { Command, CommandArguments, CommandContext, Option } from '../../command.ts';
import { CommandError, createUsageError } from '../../command-error.ts';
import { createStoredCommand, type StoredCommand, type Stores } from '../stored-command.ts';

export const PRINCIPAL_OPTION: Option = {
  value: 'NAME',
  about: 'owner of the session, if several principals have a session with this id',
};

/** A command whose first argument is the id of a session. */
interface SessionCommand<T> extends Omit<StoredCommand<T>, 'prepare'> {
  readonly prepare: (
    call: CommandArguments,
    context: CommandContext,
  ) => (session: Session, stores: Stores) => Promise<T>;
}

export function createSessionCommand<T>({
  prepare,
  options,
  ...command
}: SessionCommand<T>): Command {
  return createStoredCommand({
    ...command,
    options: { ...options, principal: PRINCIPAL_OPTION },
    prepare(call, context) {
      const act = prepare(call, context);
      return async (stores) => act(await requireStoredSession(stores, call), stores);
    },
  });
}

/**
 * Finds the session with this id, or the context that has turns but no session. The id may be shortened to a
 * beginning that only one session has.
 */
export async function requireStoredSession(
  stores: Stores,
  { operand: id, values }: CommandArguments,
): Promise<Session> {
  const { listConversations } = await import('#people/chat');
  const query = { withClosed: true, ...omitUndefined({ principal: values.text('principal') }) };
  const exact = await listConversations(stores, { ...query, id, limit: 2 });
  const sessions =
    exact.sessions.length > 0
      ? exact.sessions
      : selectByBeginning(await listConversations(stores, { ...query, limit: MAX_SEARCHED }), id);
  const [session, other] = sessions;
  if (!session) {
    const message = `unknown session ${formatForeignLine(id)}: list the sessions with timestep sessions list --closed`;
    throw new CommandError('no-session', message);
  }
  if (!other) return session;
  throw createUsageError(
    session.principal === other.principal
      ? `several agents have turns in ${formatForeignLine(session.id)}, which is not a session yet: find the tasks with timestep tasks list, and read one with timestep tasks show ID`
      : `several principals have a session ${formatForeignLine(session.id)}: name one with --principal`,
  );
}

/** Maximum number of sessions that are searched for the beginning of an id, newest first. */
const MAX_SEARCHED = 5000;
/** Maximum number of ids listed in an error message. */
const MAX_LISTED = 5;

/** Selects the sessions whose id starts with `beginning`. Throws if their ids differ. */
function selectByBeginning(
  { sessions }: { readonly sessions: readonly Session[] },
  beginning: string,
): readonly Session[] {
  const found = sessions.filter(({ id }) => id.startsWith(beginning));
  const ids = [...new Set(found.map(({ id }) => id))];
  if (ids.length <= 1) return found;
  const listed = ids.slice(0, MAX_LISTED).map(formatForeignLine).join(', ');
  const more = ids.length > MAX_LISTED ? ' and others' : '';
  throw createUsageError(
    `several sessions begin with ${formatForeignLine(beginning)}: ${listed}${more}; give more characters of the id`,
  );
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

const MAX_TURNS = 1_000_000;

export async function listSessionTurns(
  tasks: StoredTasks,
  { id: contextId, principal, agent }: Session,
): Promise<readonly TaskRow[]> {
  const { tasks: rows } = await tasks.list({ contextId, principal, agent, limit: MAX_TURNS });
  return rows.toSorted((one, other) => one.createdAt - other.createdAt);
}
