import type { TaskState } from '../../../../core/index.ts';
import type { TaskListing, TaskRow } from '../../../../engine/port/index.ts';
import { chooseTaskBackend } from '../../backends/choose-backend.ts';
import { createUsageError } from '../../command-error.ts';
import {
  EXIT,
  isOptionSet,
  JSON_OPTION,
  getOptionText,
  type Command,
  type OptionValues,
} from '../../command.ts';
import { toPlainLine } from '../../output/plain-text.ts';
import { durationText, parseCount, timeText } from '../../options/quantity.ts';
import { formatTable } from '../../output/table.ts';

const STATES: readonly TaskState[] = [
  'submitted',
  'working',
  'input-required',
  'completed',
  'failed',
  'canceled',
  'rejected',
];

const DEFAULT_LIMIT = 20;

export const tasksList: Command = {
  words: ['tasks', 'list'],
  about: 'Lists tasks, most recently changed first.',
  options: {
    state: {
      type: 'string',
      value: 'STATE',
      about: `lists only tasks in this state: ${STATES.join(', ')}`,
    },
    agent: { type: 'string', value: 'NAME', about: 'lists only tasks of this agent' },
    limit: {
      type: 'string',
      value: 'N',
      about: `maximum number of tasks (default ${DEFAULT_LIMIT})`,
    },
    json: JSON_OPTION,
  },
  backend: 'tasks',
  examples: [
    'timestep tasks list --state input-required',
    'timestep tasks list --agent weather --limit 100 --json',
    "timestep tasks list --database '${env:DATABASE_URL}'",
  ],
  async run({ values }, context) {
    const { now, write } = context;
    const state = readStateOption(values);
    const agent = getOptionText(values, 'agent');
    const limit = parseCount(getOptionText(values, 'limit') ?? String(DEFAULT_LIMIT));
    const { backend, location } = chooseTaskBackend(values, context);
    const listing = await backend.withTasks(location, 'read', (tasks) =>
      tasks.list({ limit, ...(state && { state }), ...(agent && { agent }) }),
    );
    write(isOptionSet(values, 'json') ? listingToJson(listing) : formatListing(listing, now));
    return EXIT.fine;
  },
};

function readStateOption(values: OptionValues): TaskState | undefined {
  const name = getOptionText(values, 'state');
  const state = STATES.find((known) => known === name);
  if (name !== undefined && !state) {
    throw createUsageError(`invalid --state "${name}": use one of ${STATES.join(', ')}`);
  }
  return state;
}

function listingToJson({ tasks, total }: TaskListing): string {
  return `${JSON.stringify({ tasks: tasks.map(rowToJson), total }, undefined, 2)}\n`;
}

function rowToJson(row: TaskRow): Record<string, string | number> {
  return {
    id: row.id,
    state: row.state,
    agent: row.agent,
    principal: row.principal,
    context_id: row.contextId,
    created_at: timeText(row.createdAt),
    updated_at: timeText(row.updatedAt),
    events: row.generation,
  };
}

function formatListing({ tasks, total }: TaskListing, now: number): string {
  if (tasks.length === 0) return 'no tasks\n';
  const header = ['TASK', 'STATE', 'AGENT', 'PRINCIPAL', 'CHANGED', 'EVENTS'];
  const rows = tasks.map((row) => [
    toPlainLine(row.id),
    row.state,
    toPlainLine(row.agent),
    toPlainLine(row.principal),
    `${durationText(now - row.updatedAt)} ago`,
    String(row.generation),
  ]);
  const rest =
    total > tasks.length ? [`showing ${tasks.length} of ${total} tasks: use --limit`] : [];
  return `${[...formatTable([header, ...rows]), ...rest].join('\n')}\n`;
}
