import { listValidEntries, type Message, type Session } from '#core';
import type { StoredTasks } from '#engine/port';
import type { Command } from '../../command.ts';
import { createExportCommand } from '../export-command.ts';
import type { Stores } from '../stored-command.ts';
import { requireStoredSession, PRINCIPAL_OPTION, listSessionTurns } from './session-command.ts';

export const sessionsExport: Command = createExportCommand({
  usage: 'sessions export <id>',
  about:
    'Exports a session: its events and those of its turns as JSON lines, or the transcript as JSON.',
  more: 'Events of a turn contain its id as task_id. The transcript contains all turns, including compacted ones.',
  options: { principal: PRINCIPAL_OPTION },
  examples: [
    'timestep sessions export 01a4 --output 01a4.jsonl',
    'timestep sessions export 01a4 --form transcript',
  ],
  async open(stores, call) {
    const session = await requireStoredSession(stores, call);
    return {
      events: () => readAllEvents(stores, session),
      transcript: () => loadSessionMessages(stores.tasks, session),
    };
  },
});

async function* readAllEvents({ tasks, sessions }: Stores, session: Session): AsyncGenerator {
  yield* await sessions.readEvents(session, 0);
  for (const { id } of await listSessionTurns(tasks, session)) {
    for await (const event of tasks.events(id)) yield { task_id: id, ...event };
  }
}

async function loadSessionMessages(tasks: StoredTasks, session: Session): Promise<Message[]> {
  const messages: Message[] = [];
  for (const { id } of await listSessionTurns(tasks, session)) {
    messages.push(...listValidEntries(await tasks.load(id)).map(({ message }) => message));
  }
  return messages;
}
