import { backendOfTasks } from '../choose-backend.ts';
import { EXIT, isSet, JSON_OPTION, type Command } from '../command.ts';
import { appendTo, findSession, PRINCIPAL_OPTION } from '../find-session.ts';
import { plainLine } from '../plain-text.ts';
import { jsonOfSession } from '../session-text.ts';

export const sessionsClose: Command = {
  words: ['sessions', 'close'],
  operand: '<id>',
  about: 'Closes a session, so that it is listed no more; its next message opens it again.',
  options: { principal: PRINCIPAL_OPTION, json: JSON_OPTION },
  backend: 'tasks',
  examples: ['timestep sessions close 01a4'],
  async run({ operand, values }, around) {
    const { backend, site } = backendOfTasks(values, around);
    const closed = await backend.withTasks(site, 'write', async (tasks, sessions) => {
      const session = await findSession({ tasks, sessions }, operand, values);
      if (session.isClosed) return session;
      return appendTo(sessions, session, { type: 'session.closed' }, around.now);
    });
    const json = `${JSON.stringify(jsonOfSession(closed), undefined, 2)}\n`;
    around.write(isSet(values, 'json') ? json : `session ${plainLine(closed.id)} is closed\n`);
    return EXIT.fine;
  },
};
