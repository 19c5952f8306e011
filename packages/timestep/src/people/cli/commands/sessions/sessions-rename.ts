import { appendSessionEvent, findSession, PRINCIPAL_OPTION } from './find-session.ts';
import { chooseTaskBackend } from '../../backends/choose-backend.ts';
import { createUsageError } from '../../command-error.ts';
import { EXIT, isOptionSet, JSON_OPTION, type Command } from '../../command.ts';
import { toPlainLine } from '../../output/plain-text.ts';
import { sessionToJson } from './session-text.ts';

export const sessionsRename: Command = {
  words: ['sessions', 'rename'],
  operand: '<id>',
  second: '<name>',
  about: 'Renames a session.',
  options: { principal: PRINCIPAL_OPTION, json: JSON_OPTION },
  backend: 'tasks',
  examples: ['timestep sessions rename 01a4 "A trip to Rome"'],
  async run({ operand, second, values }, context) {
    const name = second.trim();
    if (name === '') throw createUsageError('<name> is empty: give the new name of the session');
    const { backend, location } = chooseTaskBackend(values, context);
    const renamed = await backend.withTasks(location, 'write', async (tasks, sessions) => {
      const session = await findSession({ tasks, sessions }, operand, values);
      return appendSessionEvent(sessions, session, { type: 'session.named', name }, context.now);
    });
    const json = `${JSON.stringify(sessionToJson(renamed), undefined, 2)}\n`;
    const text = `session ${toPlainLine(renamed.id)} is now called ${toPlainLine(name)}\n`;
    context.write(isOptionSet(values, 'json') ? json : text);
    return EXIT.fine;
  },
};
