import { backendOfTasks } from '../choose-backend.ts';
import { EXIT, isSet, JSON_OPTION, type Command } from '../command.ts';
import { bytesText, counted } from '../quantity.ts';

export const backup: Command = {
  words: ['backup'],
  operand: '<file>',
  about: 'Copies the database into a new file, while servers use it, and checks the copy.',
  more: 'To restore, stop the servers, move the old database and its -wal and -shm files away, and put the copy in its place. Where a database has tools of its own for that, the command says so.',
  options: { json: JSON_OPTION },
  backend: 'tasks',
  examples: [
    'timestep backup tasks-2026-11-21.db',
    'timestep backup tasks-2026-11-21.db --database data/tasks.db --json',
  ],
  async run({ operand, values }, around) {
    const { backend, site } = backendOfTasks(values, around);
    const copy = await backend.backUp(site, operand);
    const { file, tasks, events, bytes, remark } = copy;
    if (isSet(values, 'json')) {
      around.write(`${JSON.stringify(copy)}\n`);
      return EXIT.fine;
    }
    const what = `${counted(tasks, 'task')} with ${counted(events, 'event')}`;
    around.write(`${file}: ${what}, ${bytesText(bytes)}, checked\n`);
    if (remark !== undefined) around.write(`${remark}\n`);
    return EXIT.fine;
  },
};
