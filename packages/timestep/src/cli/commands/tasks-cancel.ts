import { cancelStoredTask, withStore } from '../../runner/index.ts';
import { ANY_DATABASE_OPTION, databaseOf, EXIT, type Command } from '../command.ts';
import { plainLine } from '../plain-text.ts';
import { isOnTemporal } from '../stored-tasks.ts';
import { refusePlace, TEMPORAL_PLACE_OPTIONS } from '../temporal.ts';
import { cancelOnTemporal } from '../temporal-tasks.ts';

export const tasksCancel: Command = {
  words: ['tasks', 'cancel'],
  operand: '<id>',
  about: 'Ends a task at once, whatever it is waiting for and whoever works on it.',
  more: 'A server that works on it drops it at its next write; on Temporal, a worker ends it. A call it has begun is not undone.',
  options: { database: ANY_DATABASE_OPTION, ...TEMPORAL_PLACE_OPTIONS },
  examples: [
    'timestep tasks cancel 4f1c',
    "timestep tasks cancel 4f1c --database '${env:DATABASE_URL}' --temporal-address 10.0.0.7:7233",
  ],
  async run({ operand, values }, { env, now, write }) {
    const database = databaseOf(values, env);
    const isElsewhere = isOnTemporal(database);
    if (!isElsewhere) refusePlace(values);
    const task = isElsewhere
      ? await cancelOnTemporal({ database, values, env }, operand)
      : await withStore(database, 'write', (store) => cancelStoredTask(store, operand, now));
    write(`task ${plainLine(task.id)} is ${task.state}\n`);
    return EXIT.fine;
  },
};
