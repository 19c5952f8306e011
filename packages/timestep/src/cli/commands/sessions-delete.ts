import type { Session, TaskState } from '../../core/index.ts';
import type { StoredTasks } from '../../port/index.ts';
import { backendOfTasks } from '../choose-backend.ts';
import { CommandError } from '../command-error.ts';
import { EXIT, isSet, JSON_OPTION, type Command } from '../command.ts';
import { findSession, PRINCIPAL_OPTION } from '../find-session.ts';
import { plainLine } from '../plain-text.ts';
import { counted } from '../quantity.ts';

export const sessionsDelete: Command = {
  words: ['sessions', 'delete'],
  operand: '<id>',
  about: 'Deletes a session with all its turns, and every text in them.',
  more: 'Servers may go on meanwhile. A turn that is open is ended first, with timestep tasks cancel.',
  options: { principal: PRINCIPAL_OPTION, json: JSON_OPTION },
  backend: 'tasks',
  examples: ['timestep sessions delete 01a4'],
  async run({ operand, values }, around) {
    const { backend, site } = backendOfTasks(values, around);
    const { id, turns } = await backend.withTasks(site, 'write', async (tasks, sessions) => {
      const session = await findSession({ tasks, sessions }, operand, values);
      const erased = await eraseTurns(tasks, session);
      await sessions.erase(session);
      return { id: session.id, turns: erased };
    });
    const text = `deleted session ${plainLine(id)} with ${counted(turns, 'turn')}\n`;
    around.write(isSet(values, 'json') ? `${JSON.stringify({ id, turns })}\n` : text);
    return EXIT.fine;
  },
};

/** How many turns are read at a time. */
const PAGE = 100;

const OPEN: readonly TaskState[] = ['submitted', 'working', 'input-required'];

/** Erases the tasks of a session, of every agent; a task that has not ended is an error. */
async function eraseTurns(tasks: StoredTasks, { id, principal }: Session): Promise<number> {
  for (const state of OPEN) {
    const [open] = (await tasks.list({ contextId: id, principal, state, limit: 1 })).tasks;
    if (open) throw isOpen(id, open.id);
  }
  let erased = 0;
  for (;;) {
    const page = await tasks.list({ contextId: id, principal, limit: PAGE });
    if (page.tasks.length === 0) return erased;
    for (const task of page.tasks) {
      if (!(await tasks.erase(task.id))) throw isOpen(id, task.id);
      erased += 1;
    }
  }
}

function isOpen(sessionId: string, taskId: string): CommandError {
  const message = `turn ${plainLine(taskId)} of session ${plainLine(sessionId)} has not ended: end it with timestep tasks cancel, then try again`;
  return new CommandError('turn-open', message);
}
