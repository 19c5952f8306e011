import { randomUUID } from 'node:crypto';
import { buildForkEvents, isFinal, type Session, type Task } from '../../../../core/index.ts';
import type { StoredTasks } from '../../../../engine/port/index.ts';
import { chooseTaskBackend } from '../../backends/choose-backend.ts';
import { createUsageError } from '../../command-error.ts';
import { EXIT, isOptionSet, JSON_OPTION, getOptionText, type Command } from '../../command.ts';
import { findSession, PRINCIPAL_OPTION, listSessionTurns } from './find-session.ts';
import { toPlainLine } from '../../output/plain-text.ts';

export const sessionsFork: Command = {
  words: ['sessions', 'fork'],
  operand: '<id>',
  about:
    'Creates a session that continues after a turn of another session, with the same settings.',
  more: 'Prints the id of the new session. The original session is not changed.',
  options: {
    after: {
      type: 'string',
      value: 'TURN',
      about: 'turn to continue after (default: the newest finished turn)',
    },
    principal: PRINCIPAL_OPTION,
    json: JSON_OPTION,
  },
  backend: 'tasks',
  examples: ['timestep sessions fork 01a4', 'timestep sessions fork 01a4 --after 4f1c'],
  async run({ operand, values }, context) {
    const { backend, location } = chooseTaskBackend(values, context);
    const id = await backend.withTasks(location, 'write', async (tasks, sessions) => {
      const session = await findSession({ tasks, sessions }, operand, values);
      const after = await findTurnToForkAfter(tasks, session, getOptionText(values, 'after'));
      const forked = randomUUID();
      const key = { principal: session.principal, id: forked };
      await sessions.append(key, 0, buildForkEvents(session, forked, after), context.now);
      return forked;
    });
    context.write(isOptionSet(values, 'json') ? `${JSON.stringify({ id })}\n` : `${id}\n`);
    return EXIT.fine;
  },
};

async function findTurnToForkAfter(
  tasks: StoredTasks,
  session: Session,
  named: string | undefined,
): Promise<Task | undefined> {
  const turns = (await listSessionTurns(tasks, session)).toReversed();
  for (const { id } of turns.filter((turn) => named === undefined || turn.id === named)) {
    const task = await tasks.load(id);
    if (isFinal(task)) return task;
  }
  if (named !== undefined) {
    throw createUsageError(
      `session ${toPlainLine(session.id)} has no finished turn ${toPlainLine(named)}`,
    );
  }
  const before = session.forkedFrom?.taskId;
  return before === undefined ? undefined : tasks.load(before).catch(() => undefined);
}
