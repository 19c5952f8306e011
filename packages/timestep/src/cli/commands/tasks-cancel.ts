import { backendOfTasks } from '../choose-backend.ts';
import { EXIT, type Command } from '../command.ts';
import { plainLine } from '../plain-text.ts';

export const tasksCancel: Command = {
  words: ['tasks', 'cancel'],
  operand: '<id>',
  about: 'Ends a task at once, even if it waits, or a process works on it.',
  more: 'A server that works on it drops it at its next write; where there are workers, one of them ends it. A call it has begun is not undone.',
  options: {},
  backend: 'running',
  examples: [
    'timestep tasks cancel 4f1c',
    "timestep tasks cancel 4f1c --database '${env:DATABASE_URL}'",
  ],
  async run({ operand, values }, around) {
    const { backend, site } = backendOfTasks(values, around);
    const task = await backend.cancel(site, operand, around.now);
    around.write(`task ${plainLine(task.id)} is ${task.state}\n`);
    return EXIT.fine;
  },
};
