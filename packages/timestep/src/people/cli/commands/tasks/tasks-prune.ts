import type { Command } from '../../command.ts';
import { createUsageError } from '../../command-error.ts';
import { formatBytes, formatCount, parseDuration } from '../../options/quantity.ts';
import { createStoredCommand } from '../stored-command.ts';

export const tasksPrune: Command = createStoredCommand({
  usage: 'tasks prune',
  about: 'Deletes old finished tasks with their events.',
  more: 'Servers can keep running. The database does not shrink, but new tasks reuse the space. The last task of a conversation is kept while the conversation has changed more recently.',
  options: {
    'older-than': {
      value: 'DURATION',
      about: 'minimum time since the last change: a number and s, m, h or d',
    },
    'dry-run': { about: 'only shows what would be deleted' },
  },
  examples: [
    'timestep tasks prune --older-than 30d --dry-run',
    "timestep tasks prune --older-than 30d --database '${env:DATABASE_URL}'",
  ],
  access: (values) => (values.isSet('dry-run') ? 'read' : 'write'),
  prepare({ values }, { now }) {
    const age = values.text('older-than');
    if (age === undefined)
      throw createUsageError('--older-than is missing: give a duration such as 30d');
    const before = now - parseDuration(age);
    const isDryRun = values.isSet('dry-run');
    return async ({ tasks }) => ({ ...(await tasks.prune({ before, isDryRun })), isDryRun });
  },
  toJson: ({ isDryRun, ...pruned }) => ({ ...pruned, is_dry_run: isDryRun }),
  formatLines({ tasks, events, bytes, isDryRun }) {
    const what = `${formatCount(tasks, 'task')} with ${formatCount(events, 'event')}`;
    return [`${isDryRun ? 'would delete' : 'deleted'} ${what}, ${formatBytes(bytes)}`];
  },
});
