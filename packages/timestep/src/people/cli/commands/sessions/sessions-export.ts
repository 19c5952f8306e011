import { listOwnEntries, type Message, type Session } from '../../../../core/index.ts';
import type { SessionStore, StoredTasks } from '../../../../engine/port/index.ts';
import { chooseTaskBackend } from '../../backends/choose-backend.ts';
import { EXIT, type Command } from '../../command.ts';
import { EXPORT_OPTIONS, readExportForm, writeExport } from '../../output/export-form.ts';
import { findSession, PRINCIPAL_OPTION, listSessionTurns } from './find-session.ts';

export const sessionsExport: Command = {
  words: ['sessions', 'export'],
  operand: '<id>',
  about:
    'Exports a session: its events and those of its turns as JSON lines, or the transcript as JSON.',
  more: 'Events of a turn contain its id as task_id. The transcript contains all turns, including compacted ones.',
  options: { ...EXPORT_OPTIONS, principal: PRINCIPAL_OPTION },
  backend: 'tasks',
  examples: [
    'timestep sessions export 01a4 --output 01a4.jsonl',
    'timestep sessions export 01a4 --form transcript',
  ],
  async run({ operand, values }, context) {
    const isWhole = readExportForm(values) === 'events';
    const { backend, location } = chooseTaskBackend(values, context);
    await backend.withTasks(location, 'read', async (tasks, sessions) => {
      const session = await findSession({ tasks, sessions }, operand, values);
      const pieces = isWhole
        ? exportEvents(tasks, sessions, session)
        : exportTranscript(tasks, session);
      await writeExport(pieces, values, context.write);
    });
    return EXIT.fine;
  },
};

async function* exportEvents(
  tasks: StoredTasks,
  sessions: SessionStore,
  session: Session,
): AsyncGenerator<string> {
  for (const event of await sessions.readEvents(session, 0)) yield `${JSON.stringify(event)}\n`;
  for (const { id } of await listSessionTurns(tasks, session)) {
    for await (const event of tasks.events(id)) {
      yield `${JSON.stringify({ task_id: id, ...event })}\n`;
    }
  }
}

async function* exportTranscript(tasks: StoredTasks, session: Session): AsyncGenerator<string> {
  const messages: Message[] = [];
  for (const { id } of await listSessionTurns(tasks, session)) {
    messages.push(...listOwnEntries(await tasks.load(id)).map(({ message }) => message));
  }
  yield `${JSON.stringify(messages, undefined, 2)}\n`;
}
