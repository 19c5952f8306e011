import { chooseTaskBackend } from '../../backends/choose-backend.ts';
import { EXIT, isOptionSet, JSON_OPTION, type Command } from '../../command.ts';
import { appendSessionEvent, findSession, PRINCIPAL_OPTION } from './find-session.ts';
import { toPlainLine } from '../../output/plain-text.ts';
import { sessionToJson } from './session-text.ts';

export const sessionsClose: Command = {
  words: ['sessions', 'close'],
  operand: '<id>',
  about: 'Closes a session, so that it is no longer listed. The next message opens it again.',
  options: { principal: PRINCIPAL_OPTION, json: JSON_OPTION },
  backend: 'tasks',
  examples: ['timestep sessions close 01a4'],
  async run({ operand, values }, context) {
    const { backend, location } = chooseTaskBackend(values, context);
    const closed = await backend.withTasks(location, 'write', async (tasks, sessions) => {
      const session = await findSession({ tasks, sessions }, operand, values);
      if (session.isClosed) return session;
      return appendSessionEvent(sessions, session, { type: 'session.closed' }, context.now);
    });
    const json = `${JSON.stringify(sessionToJson(closed), undefined, 2)}\n`;
    context.write(
      isOptionSet(values, 'json') ? json : `session ${toPlainLine(closed.id)} is closed\n`,
    );
    return EXIT.fine;
  },
};
