import { transcriptOf } from '../../core/index.ts';
import type { StoredTasks } from '../../port/index.ts';
import { backendOfTasks } from '../choose-backend.ts';
import { EXIT, type Command } from '../command.ts';
import { EXPORT_OPTIONS, exportFormOf, writeOut } from '../export-form.ts';

export const tasksExport: Command = {
  words: ['tasks', 'export'],
  operand: '<id>',
  about: 'Writes a task out: its events as lines of JSON, or its transcript as JSON.',
  options: EXPORT_OPTIONS,
  backend: 'tasks',
  examples: [
    'timestep tasks export 4f1c --output 4f1c.jsonl',
    'timestep tasks export 4f1c --form transcript',
  ],
  async run({ operand, values }, around) {
    const form = exportFormOf(values);
    const { backend, site } = backendOfTasks(values, around);
    await backend.withTasks(site, 'read', async (tasks) => {
      const pieces = form === 'events' ? lines(tasks, operand) : transcript(tasks, operand);
      await writeOut(pieces, values, around.write);
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
