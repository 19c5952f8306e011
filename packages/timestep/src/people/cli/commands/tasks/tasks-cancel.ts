import { formatForeignLine } from '#core';
import { chooseTaskBackend } from '../../backends/choose-backend.ts';
import type { Command } from '../../command.ts';
import { expandTaskIdInDatabase } from './require-task-id.ts';

export const tasksCancel: Command = {
  usage: 'tasks cancel <id>',
  about: 'Cancels a task immediately, even if it is waiting or running.',
  more: 'A server that runs the task drops it at its next write; if there are workers, one of them ends it. A call that has started is not undone.',
  backend: 'running',
  examples: [
    'timestep tasks cancel 4f1c',
    "timestep tasks cancel 4f1c --database '${env:DATABASE_URL}'",
  ],
  async run({ operand, values }, context) {
    const { backend, location } = chooseTaskBackend(values, context);
    const id = await expandTaskIdInDatabase(backend, location, operand);
    const task = await backend.cancel(location, id, context.now);
    context.write(`task ${formatForeignLine(task.id)} is ${task.state}\n`);
  },
};
