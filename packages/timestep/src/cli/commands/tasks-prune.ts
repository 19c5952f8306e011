import { backendOfTasks } from '../choose-backend.ts';
import { usage } from '../command-error.ts';
import { EXIT, isSet, JSON_OPTION, textOf, type Command } from '../command.ts';
import { bytesText, counted, readDuration } from '../quantity.ts';

export const tasksPrune: Command = {
  words: ['tasks', 'prune'],
  about: 'Deletes tasks that ended long ago, with their events.',
  more: 'Servers may go on meanwhile. The database keeps its size: new tasks use the room. The task that a conversation continues from is kept while the conversation is younger.',
  options: {
    'older-than': {
      type: 'string',
      value: 'DURATION',
      about: 'unchanged for so long: a number and s, m, h or d',
    },
    'dry-run': { type: 'boolean', about: 'only say what would be deleted' },
    json: JSON_OPTION,
  },
  backend: 'tasks',
  examples: [
    'timestep tasks prune --older-than 30d --dry-run',
    "timestep tasks prune --older-than 30d --database '${env:DATABASE_URL}'",
  ],
  async run({ values }, around) {
    const { now, write } = around;
    const age = textOf(values, 'older-than');
    if (age === undefined) throw usage('--older-than is missing: say what may be deleted');
    const before = now - readDuration(age);
    const isDryRun = isSet(values, 'dry-run');
    const access = isDryRun ? 'read' : 'write';
    const { backend, site } = backendOfTasks(values, around);
    const pruned = await backend.withTasks(site, access, (tasks) =>
      tasks.prune({ before, isDryRun }),
    );
    if (isSet(values, 'json')) {
      write(`${JSON.stringify({ ...pruned, is_dry_run: isDryRun })}\n`);
      return EXIT.fine;
    }
    const what = `${counted(pruned.tasks, 'task')} with ${counted(pruned.events, 'event')}`;
    const size = bytesText(pruned.bytes);
    write(isDryRun ? `would delete ${what}, ${size}\n` : `deleted ${what}, ${size}\n`);
    return EXIT.fine;
  },
};
