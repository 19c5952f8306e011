import { transcriptOf } from '../../core/index.ts';
import { readStoredEvents, readStoredTask, withStore, type StoreFile } from '../../runner/index.ts';
import { usage } from '../command-error.ts';
import { DATABASE_OPTION, databaseOf, EXIT, textOf, type Command } from '../command.ts';
import { writeNewFile } from '../new-file.ts';

const FORMS = ['events', 'transcript'] as const;

export const tasksExport: Command = {
  words: ['tasks', 'export'],
  operand: '<id>',
  about: 'Writes a task out: its events as lines of JSON, or its transcript as JSON.',
  options: {
    form: { type: 'string', value: 'FORM', about: `${FORMS.join(' or ')} (default events)` },
    output: { type: 'string', value: 'FILE', about: 'a new file (default: standard output)' },
    database: DATABASE_OPTION,
  },
  examples: [
    'timestep tasks export 4f1c --output 4f1c.jsonl',
    'timestep tasks export 4f1c --form transcript',
  ],
  async run({ operand, values }, { write }) {
    const given = textOf(values, 'form') ?? 'events';
    const form = FORMS.find((known) => known === given);
    if (!form) throw usage(`"${given}" is no form: it is ${FORMS.join(' or ')}`);
    const output = textOf(values, 'output');
    await withStore(databaseOf(values), 'read', (store) => {
      const pieces = form === 'events' ? lines(store, operand) : [transcript(store, operand)];
      if (output === undefined) for (const piece of pieces) write(piece);
      else writeNewFile(output, pieces);
    });
    return EXIT.fine;
  },
};

function* lines(store: StoreFile, taskId: string): Generator<string> {
  for (const event of readStoredEvents(store, taskId)) yield `${JSON.stringify(event)}\n`;
}

function transcript(store: StoreFile, taskId: string): string {
  return `${JSON.stringify(transcriptOf(readStoredTask(store, taskId)), undefined, 2)}\n`;
}
