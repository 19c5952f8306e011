import { randomUUID } from 'node:crypto';
import { forkOf, isFinal, type Session, type Task } from '../../core/index.ts';
import type { StoredTasks } from '../../port/index.ts';
import { backendOfTasks } from '../choose-backend.ts';
import { usage } from '../command-error.ts';
import { EXIT, isSet, JSON_OPTION, textOf, type Command } from '../command.ts';
import { findSession, PRINCIPAL_OPTION, turnsOf } from '../find-session.ts';
import { plainLine } from '../plain-text.ts';

export const sessionsFork: Command = {
  words: ['sessions', 'fork'],
  operand: '<id>',
  about: 'Makes a session that goes on after a turn of another one, with its settings.',
  more: 'Prints the id of the new session. The other one stays as it is.',
  options: {
    after: {
      type: 'string',
      value: 'TURN',
      about: 'the turn (default: the newest that has ended)',
    },
    principal: PRINCIPAL_OPTION,
    json: JSON_OPTION,
  },
  backend: 'tasks',
  examples: ['timestep sessions fork 01a4', 'timestep sessions fork 01a4 --after 4f1c'],
  async run({ operand, values }, around) {
    const { backend, site } = backendOfTasks(values, around);
    const id = await backend.withTasks(site, 'write', async (tasks, sessions) => {
      const session = await findSession({ tasks, sessions }, operand, values);
      const after = await turnToForkAfter(tasks, session, textOf(values, 'after'));
      const forked = randomUUID();
      const key = { principal: session.principal, id: forked };
      await sessions.append(key, 0, forkOf(session, forked, after), around.now);
      return forked;
    });
    around.write(isSet(values, 'json') ? `${JSON.stringify({ id })}\n` : `${id}\n`);
    return EXIT.fine;
  },
};

async function turnToForkAfter(
  tasks: StoredTasks,
  session: Session,
  named: string | undefined,
): Promise<Task | undefined> {
  const turns = (await turnsOf(tasks, session)).toReversed();
  for (const { id } of turns.filter((turn) => named === undefined || turn.id === named)) {
    const task = await tasks.load(id);
    if (isFinal(task)) return task;
  }
  if (named !== undefined) {
    throw usage(`session ${plainLine(session.id)} has no turn ${plainLine(named)} that has ended`);
  }
  const before = session.forkedFrom?.taskId;
  return before === undefined ? undefined : tasks.load(before).catch(() => undefined);
}
