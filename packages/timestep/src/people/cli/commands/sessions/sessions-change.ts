import { randomUUID } from 'node:crypto';
import {
  buildForkEvents,
  hasTaskEnded,
  type Session,
  type Task,
  type TaskState,
  formatForeignLine,
} from '#core';
import type { StoredTasks } from '#engine/port';
import type { Command } from '../../command.ts';
import { CommandError, createUsageError } from '../../command-error.ts';
import { formatCount } from '../../options/quantity.ts';
import { appendSessionEvent, createSessionCommand, listSessionTurns } from './session-command.ts';
import { sessionToJson } from './session-text.ts';

export const sessionsRename: Command = createSessionCommand({
  usage: 'sessions rename <id> <name>',
  about: 'Renames a session.',
  examples: ['timestep sessions rename 01a4 "A trip to Rome"'],
  access: 'write',
  prepare({ second }, { now }) {
    const name = second.trim();
    if (name === '') throw createUsageError('<name> is empty: give the new name of the session');
    return (session, { sessions }) =>
      appendSessionEvent(sessions, session, { type: 'session.named', name }, now);
  },
  toJson: sessionToJson,
  indent: 2,
  formatLines: ({ id, name = '' }) => [
    `session ${formatForeignLine(id)} is now called ${formatForeignLine(name)}`,
  ],
});

export const sessionsClose: Command = createSessionCommand({
  usage: 'sessions close <id>',
  about: 'Closes a session, so that it is no longer listed. The next message opens it again.',
  examples: ['timestep sessions close 01a4'],
  access: 'write',
  prepare:
    (_call, { now }) =>
    async (session, { sessions }) =>
      session.isClosed
        ? session
        : appendSessionEvent(sessions, session, { type: 'session.closed' }, now),
  toJson: sessionToJson,
  indent: 2,
  formatLines: ({ id }) => [`session ${formatForeignLine(id)} is closed`],
});

export const sessionsFork: Command = createSessionCommand({
  usage: 'sessions fork <id>',
  about:
    'Creates a session that continues after a turn of another session, with the same settings.',
  more: 'Prints the id of the new session. The original session is not changed.',
  options: {
    after: {
      value: 'TURN',
      about: 'turn to continue after (default: the newest finished turn)',
    },
  },
  examples: ['timestep sessions fork 01a4', 'timestep sessions fork 01a4 --after 4f1c'],
  access: 'write',
  prepare:
    ({ values }, { now }) =>
    async (session, { tasks, sessions }) => {
      const after = await findTurnToForkAfter(tasks, session, values.text('after'));
      const id = randomUUID();
      const key = { principal: session.principal, id };
      await sessions.append(key, 0, buildForkEvents(session, id, after), now);
      return { id };
    },
  toJson: (forked) => forked,
  formatLines: ({ id }) => [id],
});

async function findTurnToForkAfter(
  tasks: StoredTasks,
  session: Session,
  named: string | undefined,
): Promise<Task | undefined> {
  const turns = (await listSessionTurns(tasks, session)).toReversed();
  const begun = turns.filter(({ id }) => named === undefined || id.startsWith(named));
  const exact = begun.filter(({ id }) => id === named);
  if (named !== undefined && exact.length === 0 && begun.length > 1) {
    throw createUsageError(
      `several turns of session ${formatForeignLine(session.id)} begin with ${formatForeignLine(named)}: give more characters of the id`,
    );
  }
  for (const { id } of exact.length > 0 ? exact : begun) {
    const task = await tasks.load(id);
    if (hasTaskEnded(task)) return task;
  }
  if (named !== undefined) {
    throw createUsageError(
      `session ${formatForeignLine(session.id)} has no finished turn ${formatForeignLine(named)}`,
    );
  }
  const before = session.forkedFrom?.taskId;
  return before === undefined ? undefined : tasks.load(before).catch(() => undefined);
}

export const sessionsDelete: Command = createSessionCommand({
  usage: 'sessions delete <id>',
  about: 'Deletes a session with all its turns and their content.',
  more: 'Servers can keep running. End an open turn first with timestep tasks cancel.',
  examples: ['timestep sessions delete 01a4'],
  access: 'write',
  prepare:
    () =>
    async (session, { tasks, sessions }) => {
      const turns = await eraseTurns(tasks, session);
      await sessions.erase(session);
      return { id: session.id, turns };
    },
  toJson: (deleted) => deleted,
  formatLines: ({ id, turns }) => [
    `deleted session ${formatForeignLine(id)} with ${formatCount(turns, 'turn')}`,
  ],
});

const OPEN_STATES: readonly TaskState[] = ['submitted', 'working', 'input-required'];
const TURNS_PER_PAGE = 100;

/** Erases the tasks of a session with all agents. Throws if a task has not ended. */
async function eraseTurns(tasks: StoredTasks, { id, principal }: Session): Promise<number> {
  for (const state of OPEN_STATES) {
    const [open] = (await tasks.list({ contextId: id, principal, state, limit: 1 })).tasks;
    if (open) throw createTurnOpenError(id, open.id);
  }
  let erased = 0;
  for (;;) {
    const page = await tasks.list({ contextId: id, principal, limit: TURNS_PER_PAGE });
    if (page.tasks.length === 0) return erased;
    for (const task of page.tasks) {
      if (!(await tasks.erase(task.id))) throw createTurnOpenError(id, task.id);
      erased += 1;
    }
  }
}

function createTurnOpenError(sessionId: string, taskId: string): CommandError {
  const message = `turn ${formatForeignLine(taskId)} of session ${formatForeignLine(sessionId)} has not ended: end it with timestep tasks cancel, then try again`;
  return new CommandError('turn-open', message);
}
