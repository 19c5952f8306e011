import { chooseTaskBackend } from '../../backends/choose-backend.ts';
import { JSON_OPTION, type Command } from '../../command.ts';
import { formatResult } from '../../output/plain-text.ts';
import { formatBytes, formatCount } from '../../options/quantity.ts';

export const backup: Command = {
  usage: 'backup <file>',
  about: 'Copies the database to a new file while servers use it, and verifies the copy.',
  more: 'To restore, stop the servers, move the old database and its -wal and -shm files away, and put the copy in its place. If the database has its own backup tools, the command names them.',
  options: { json: JSON_OPTION },
  backend: 'tasks',
  examples: [
    'timestep backup tasks-2026-11-21.db',
    'timestep backup tasks-2026-11-21.db --database data/tasks.db --json',
  ],
  async run({ operand, values }, context) {
    const { backend, location } = chooseTaskBackend(values, context);
    const copy = await backend.backUp(location, operand);
    const { file, tasks, events, bytes, remark } = copy;
    const what = `${formatCount(tasks, 'task')} with ${formatCount(events, 'event')}`;
    const lines = [
      `${file}: ${what}, ${formatBytes(bytes)}, verified`,
      ...(remark === undefined ? [] : [remark]),
    ];
    context.write(formatResult(values, copy, lines));
  },
};
