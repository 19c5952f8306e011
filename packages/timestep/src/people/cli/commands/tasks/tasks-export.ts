import { buildTranscript } from '../../../../core/index.ts';
import type { StoredTasks } from '../../../../engine/port/index.ts';
import { chooseTaskBackend } from '../../backends/choose-backend.ts';
import { EXIT, type Command } from '../../command.ts';
import { EXPORT_OPTIONS, readExportForm, writeExport } from '../../output/export-form.ts';

export const tasksExport: Command = {
  words: ['tasks', 'export'],
  operand: '<id>',
  about: 'Exports a task: its events as JSON lines, or its transcript as JSON.',
  options: EXPORT_OPTIONS,
  backend: 'tasks',
  examples: [
    'timestep tasks export 4f1c --output 4f1c.jsonl',
    'timestep tasks export 4f1c --form transcript',
  ],
  async run({ operand, values }, context) {
    const form = readExportForm(values);
    const { backend, location } = chooseTaskBackend(values, context);
    await backend.withTasks(location, 'read', async (tasks) => {
      const pieces =
        form === 'events' ? exportEvents(tasks, operand) : exportTranscript(tasks, operand);
      await writeExport(pieces, values, context.write);
    });
    return EXIT.fine;
  },
};

async function* exportEvents(tasks: StoredTasks, taskId: string): AsyncGenerator<string> {
  for await (const event of tasks.events(taskId)) yield `${JSON.stringify(event)}\n`;
}

async function* exportTranscript(tasks: StoredTasks, taskId: string): AsyncGenerator<string> {
  yield `${JSON.stringify(buildTranscript(await tasks.load(taskId)), undefined, 2)}\n`;
}
