import { buildTranscript } from '#core';
import type { Command } from '../../command.ts';
import { createExportCommand } from '../export-command.ts';
import { expandTaskId } from './require-task-id.ts';

export const tasksExport: Command = createExportCommand({
  usage: 'tasks export <id>',
  about: 'Exports a task: its events as JSON lines, or its transcript as JSON.',
  examples: [
    'timestep tasks export 4f1c --output 4f1c.jsonl',
    'timestep tasks export 4f1c --form transcript',
  ],
  async open({ tasks }, { operand }) {
    const id = await expandTaskId(tasks, operand);
    return {
      events: () => tasks.events(id),
      transcript: async () => buildTranscript(await tasks.load(id)),
    };
  },
});
