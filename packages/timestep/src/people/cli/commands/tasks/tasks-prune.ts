import { chooseTaskBackend } from '../../backends/choose-backend.ts';
import { createUsageError } from '../../command-error.ts';
import { EXIT, isOptionSet, JSON_OPTION, getOptionText, type Command } from '../../command.ts';
import { bytesText, counted, parseDuration } from '../../options/quantity.ts';

export const tasksPrune: Command = {
  words: ['tasks', 'prune'],
  about: 'Deletes old finished tasks with their events.',
  more: 'Servers can keep running. The database keeps its size, and new tasks reuse the space. The task that a conversation continues from is retained while the conversation is newer.',
  options: {
    'older-than': {
      type: 'string',
      value: 'DURATION',
      about: 'minimum time since the last change: a number and s, m, h or d',
    },
    'dry-run': { type: 'boolean', about: 'only shows what would be deleted' },
    json: JSON_OPTION,
  },
  backend: 'tasks',
  examples: [
    'timestep tasks prune --older-than 30d --dry-run',
    "timestep tasks prune --older-than 30d --database '${env:DATABASE_URL}'",
  ],
  async run({ values }, context) {
    const { now, write } = context;
    const age = getOptionText(values, 'older-than');
    if (age === undefined)
      throw createUsageError('--older-than is missing: give a duration such as 30d');
    const before = now - parseDuration(age);
    const isDryRun = isOptionSet(values, 'dry-run');
    const access = isDryRun ? 'read' : 'write';
    const { backend, location } = chooseTaskBackend(values, context);
    const pruned = await backend.withTasks(location, access, (tasks) =>
      tasks.prune({ before, isDryRun }),
    );
    if (isOptionSet(values, 'json')) {
      write(`${JSON.stringify({ ...pruned, is_dry_run: isDryRun })}\n`);
      return EXIT.fine;
    }
    const what = `${counted(pruned.tasks, 'task')} with ${counted(pruned.events, 'event')}`;
    const size = bytesText(pruned.bytes);
    write(isDryRun ? `would delete ${what}, ${size}\n` : `deleted ${what}, ${size}\n`);
    return EXIT.fine;
  },
};
