import { appendTo, findSession, PRINCIPAL_OPTION } from '../find-session.ts';
import { backendOfTasks } from '../choose-backend.ts';
import { usage } from '../command-error.ts';
import { EXIT, isSet, JSON_OPTION, type Command } from '../command.ts';
import { plainLine } from '../plain-text.ts';
import { jsonOfSession } from '../session-text.ts';

export const sessionsRename: Command = {
  words: ['sessions', 'rename'],
  operand: '<id>',
  second: '<name>',
  about: 'Gives a session another name.',
  options: { principal: PRINCIPAL_OPTION, json: JSON_OPTION },
  backend: 'tasks',
  examples: ['timestep sessions rename 01a4 "A trip to Rome"'],
  async run({ operand, second, values }, around) {
    const name = second.trim();
    if (name === '') throw usage('<name> is empty: write the name that the session is to have');
    const { backend, site } = backendOfTasks(values, around);
    const renamed = await backend.withTasks(site, 'write', async (tasks, sessions) => {
      const session = await findSession({ tasks, sessions }, operand, values);
      return appendTo(sessions, session, { type: 'session.named', name }, around.now);
    });
    const json = `${JSON.stringify(jsonOfSession(renamed), undefined, 2)}\n`;
    const text = `session ${plainLine(renamed.id)} is called ${plainLine(name)}\n`;
    around.write(isSet(values, 'json') ? json : text);
    return EXIT.fine;
  },
};
