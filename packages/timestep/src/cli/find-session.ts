import type { Session } from '../core/index.ts';
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

/** The session that a command names. */
export async function findSession(
  sessions: SessionStore,
  id: string,
  values: OptionValues,
): Promise<Session> {
  const principal = textOf(values, 'principal');
  const asked = {
    id,
    withClosed: true,
    pageSize: 2,
    ...(principal !== undefined && { principal }),
  };
  const [session, other] = (await sessions.list(asked)).sessions;
  if (session && other) {
    throw usage(`several principals have a session ${plainLine(id)}: name one with --principal`);
  }
  if (session) return session;
  const message = `there is no session ${plainLine(id)}: timestep sessions list --closed shows those that exist`;
  throw new CommandError('no-session', message);
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
