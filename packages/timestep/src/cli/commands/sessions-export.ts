import { ownEntries, type Message, type Session } from '../../core/index.ts';
import type { SessionStore, StoredTasks } from '../../port/index.ts';
import { backendOfTasks } from '../choose-backend.ts';
import { EXIT, type Command } from '../command.ts';
import { EXPORT_OPTIONS, exportFormOf, writeOut } from '../export-form.ts';
import { findSession, PRINCIPAL_OPTION, turnsOf } from '../find-session.ts';

export const sessionsExport: Command = {
  words: ['sessions', 'export'],
  operand: '<id>',
  about:
    'Writes a session out: its events and those of its turns as lines of JSON, or all that was said as JSON.',
  more: 'The events of a turn have its id as task_id. The transcript has every turn, also those that were compacted.',
  options: { ...EXPORT_OPTIONS, principal: PRINCIPAL_OPTION },
  backend: 'tasks',
  examples: [
    'timestep sessions export 01a4 --output 01a4.jsonl',
    'timestep sessions export 01a4 --form transcript',
  ],
  async run({ operand, values }, around) {
    const isWhole = exportFormOf(values) === 'events';
    const { backend, site } = backendOfTasks(values, around);
    await backend.withTasks(site, 'read', async (tasks, sessions) => {
      const session = await findSession({ tasks, sessions }, operand, values);
      const pieces = isWhole ? lines(tasks, sessions, session) : transcript(tasks, session);
      await writeOut(pieces, values, around.write);
    });
    return EXIT.fine;
  },
};

async function* lines(
  tasks: StoredTasks,
  sessions: SessionStore,
  session: Session,
): AsyncGenerator<string> {
  for (const event of await sessions.events(session, 0)) yield `${JSON.stringify(event)}\n`;
  for (const { id } of await turnsOf(tasks, session)) {
    for await (const event of tasks.events(id)) {
      yield `${JSON.stringify({ task_id: id, ...event })}\n`;
    }
  }
}

async function* transcript(tasks: StoredTasks, session: Session): AsyncGenerator<string> {
  const messages: Message[] = [];
  for (const { id } of await turnsOf(tasks, session)) {
    messages.push(...ownEntries(await tasks.load(id)).map(({ message }) => message));
  }
  yield `${JSON.stringify(messages, undefined, 2)}\n`;
}
