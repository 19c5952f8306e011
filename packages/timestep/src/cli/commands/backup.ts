import { backUpStore, withStore } from '../../runner/index.ts';
import { DATABASE_OPTION, databaseOf, EXIT, type Command } from '../command.ts';
import { bytesText, counted } from '../quantity.ts';

export const backup: Command = {
  words: ['backup'],
  operand: '<file>',
  about: 'Copies the database into a new file, while servers use it, and checks the copy.',
  more: 'To restore, stop the servers, move the old database and its -wal and -shm files away, and put the copy in its place.',
  options: { database: DATABASE_OPTION },
  examples: ['timestep backup tasks-2026-11-21.db'],
  async run({ operand, values }, { write }) {
    const { file, tasks, events, bytes } = await withStore(databaseOf(values), 'read', (store) =>
      backUpStore(store, operand),
    );
    const what = `${counted(tasks, 'task')} with ${counted(events, 'event')}`;
    write(`${file}: ${what}, ${bytesText(bytes)}, checked\n`);
    return EXIT.fine;
  },
};
