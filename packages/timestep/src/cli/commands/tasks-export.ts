import { transcriptOf } from '../../core/index.ts';
import type { StoredTasks } from '../../port/index.ts';
import { backendOfTasks } from '../choose-backend.ts';
import { usage } from '../command-error.ts';
import { EXIT, textOf, type Command } from '../command.ts';
import { PRIVATE_MODE, writeNewFile } from '../new-file.ts';

const FORMS = ['events', 'transcript'] as const;

export const tasksExport: Command = {
  words: ['tasks', 'export'],
  operand: '<id>',
  about: 'Writes a task out: its events as lines of JSON, or its transcript as JSON.',
  options: {
    form: { type: 'string', value: 'FORM', about: `${FORMS.join(' or ')} (default events)` },
    output: { type: 'string', value: 'FILE', about: 'a new file (default: standard output)' },
  },
  backend: 'tasks',
  examples: [
    'timestep tasks export 4f1c --output 4f1c.jsonl',
    'timestep tasks export 4f1c --form transcript',
  ],
  async run({ operand, values }, around) {
    const { write } = around;
    const given = textOf(values, 'form') ?? 'events';
    const form = FORMS.find((known) => known === given);
    if (!form) throw usage(`"${given}" is not a form: it is ${FORMS.join(' or ')}`);
    const { backend, site } = backendOfTasks(values, around);
    const output = textOf(values, 'output');
    await backend.withTasks(site, 'read', async (tasks) => {
      const pieces = form === 'events' ? lines(tasks, operand) : transcript(tasks, operand);
      if (output === undefined) for await (const piece of pieces) write(piece);
      else await writeNewFile(output, pieces, PRIVATE_MODE);
    });
    return EXIT.fine;
  },
};

async function* lines(tasks: StoredTasks, taskId: string): AsyncGenerator<string> {
  for await (const event of tasks.events(taskId)) yield `${JSON.stringify(event)}\n`;
}

async function* transcript(tasks: StoredTasks, taskId: string): AsyncGenerator<string> {
  yield `${JSON.stringify(transcriptOf(await tasks.load(taskId)), undefined, 2)}\n`;
}
