import { cancelStoredTask, withStore } from '../../runner/index.ts';
import { DATABASE_OPTION, databaseOf, EXIT, type Command } from '../command.ts';
import { plainLine } from '../plain-text.ts';

export const tasksCancel: Command = {
  words: ['tasks', 'cancel'],
  operand: '<id>',
  about: 'Ends a task at once, whatever it is waiting for and whoever works on it.',
  more: 'A server that works on it drops it at its next write. A call it has begun is not undone.',
  options: { database: DATABASE_OPTION },
  examples: ['timestep tasks cancel 4f1c'],
  async run({ operand, values }, { now, write }) {
    const task = await withStore(databaseOf(values), 'write', (store) =>
      cancelStoredTask(store, operand, now),
    );
    write(`task ${plainLine(task.id)} is ${task.state}\n`);
    return EXIT.fine;
  },
};
