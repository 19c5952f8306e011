import type { Session, TaskState } from '../../../../core/index.ts';
import type { StoredTasks } from '../../../../engine/port/index.ts';
import { chooseTaskBackend } from '../../backends/choose-backend.ts';
import { CommandError } from '../../command-error.ts';
import { EXIT, isOptionSet, JSON_OPTION, type Command } from '../../command.ts';
import { findSession, PRINCIPAL_OPTION } from './find-session.ts';
import { toPlainLine } from '../../output/plain-text.ts';
import { counted } from '../../options/quantity.ts';

export const sessionsDelete: Command = {
  words: ['sessions', 'delete'],
  operand: '<id>',
  about: 'Deletes a session with all its turns and their content.',
  more: 'Servers can keep running. End an open turn first with timestep tasks cancel.',
  options: { principal: PRINCIPAL_OPTION, json: JSON_OPTION },
  backend: 'tasks',
  examples: ['timestep sessions delete 01a4'],
  async run({ operand, values }, context) {
    const { backend, location } = chooseTaskBackend(values, context);
    const { id, turns } = await backend.withTasks(location, 'write', async (tasks, sessions) => {
      const session = await findSession({ tasks, sessions }, operand, values);
      const erased = await eraseTurns(tasks, session);
      await sessions.erase(session);
      return { id: session.id, turns: erased };
    });
    const text = `deleted session ${toPlainLine(id)} with ${counted(turns, 'turn')}\n`;
    context.write(isOptionSet(values, 'json') ? `${JSON.stringify({ id, turns })}\n` : text);
    return EXIT.fine;
  },
};

/** Number of turns read per page. */
const PAGE_SIZE = 100;

const OPEN_STATES: readonly TaskState[] = ['submitted', 'working', 'input-required'];

/** Erases the tasks of a session, of every agent. Throws if a task has not ended. */
async function eraseTurns(tasks: StoredTasks, { id, principal }: Session): Promise<number> {
  for (const state of OPEN_STATES) {
    const [open] = (await tasks.list({ contextId: id, principal, state, limit: 1 })).tasks;
    if (open) throw createTurnOpenError(id, open.id);
  }
  let erased = 0;
  for (;;) {
    const page = await tasks.list({ contextId: id, principal, limit: PAGE_SIZE });
    if (page.tasks.length === 0) return erased;
    for (const task of page.tasks) {
      if (!(await tasks.erase(task.id))) throw createTurnOpenError(id, task.id);
      erased += 1;
    }
  }
}

function createTurnOpenError(sessionId: string, taskId: string): CommandError {
  const message = `turn ${toPlainLine(taskId)} of session ${toPlainLine(sessionId)} has not ended: end it with timestep tasks cancel, then try again`;
  return new CommandError('turn-open', message);
}
