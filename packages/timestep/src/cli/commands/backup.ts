import { backUpStore, withStore } from '../../runner/index.ts';
import { DATABASE_OPTION, databaseOf, EXIT, type Command } from '../command.ts';
import { bytesText, counted } from '../quantity.ts';
import { refuseOnTemporal } from '../stored-tasks.ts';

export const backup: Command = {
  words: ['backup'],
  operand: '<file>',
  about: 'Copies the database into a new file, while servers use it, and checks the copy.',
  more: 'To restore, stop the servers, move the old database and its -wal and -shm files away, and put the copy in its place.',
  options: { database: DATABASE_OPTION },
  examples: ['timestep backup tasks-2026-11-21.db'],
  async run({ operand, values }, { env, write }) {
    const database = databaseOf(values, env);
    refuseOnTemporal(
      database,
      'back it up together with that of Temporal, with the tools of the database (pg_dump for PostgreSQL, sqlite3 with .backup for a file)',
    );
    const { file, tasks, events, bytes } = await withStore(database, 'read', (store) =>
      backUpStore(store, operand),
    );
    const what = `${counted(tasks, 'task')} with ${counted(events, 'event')}`;
    write(`${file}: ${what}, ${bytesText(bytes)}, checked\n`);
    return EXIT.fine;
  },
};
