import { transcriptOf } from '../../core/index.ts';
import { readStoredEvents, readStoredTask, withStore } from '../../runner/index.ts';
import { DATABASE_OPTION, databaseOf, EXIT, isSet, JSON_OPTION, type Command } from '../command.ts';
import { eventLine } from '../event-line.ts';
import { summaryOf, summaryText, transcriptLines } from '../task-text.ts';

export const tasksShow: Command = {
  words: ['tasks', 'show'],
  operand: '<id>',
  about: 'Shows a task: a summary, its transcript and its events.',
  more: 'Long texts are cut short; timestep tasks export gives them whole.',
  options: { json: JSON_OPTION, database: DATABASE_OPTION },
  examples: ['timestep tasks show 4f1c', 'timestep tasks show 4f1c --json'],
  async run({ operand, values }, { write }) {
    await withStore(databaseOf(values), 'read', (store) => {
      const task = readStoredTask(store, operand);
      const transcript = transcriptOf(task);
      const events = readStoredEvents(store, operand);
      if (isSet(values, 'json')) {
        const shown = { ...summaryOf(task), transcript, events: [...events] };
        write(`${JSON.stringify(shown, undefined, 2)}\n`);
        return;
      }
      write(`${summaryText(task).join('\n')}\n`);
      write(`\nTranscript\n${transcriptLines(transcript).join('\n')}\n\nEvents\n`);
      for (const event of events) write(`${eventLine(event, task.createdAt)}\n`);
    });
    return EXIT.fine;
  },
};
