import type { TaskState } from '../../core/index.ts';
import type { TaskListing, TaskRow } from '../../port/index.ts';
import { backendOfTasks } from '../choose-backend.ts';
import { usage } from '../command-error.ts';
import { EXIT, isSet, JSON_OPTION, textOf, type Command, type OptionValues } from '../command.ts';
import { plainLine } from '../plain-text.ts';
import { durationText, readCount, timeText } from '../quantity.ts';
import { tableOf } from '../table.ts';

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
  about: 'Lists tasks, newest change first.',
  options: {
    state: { type: 'string', value: 'STATE', about: `one of ${STATES.join(', ')}` },
    agent: { type: 'string', value: 'NAME', about: 'tasks of this agent' },
    limit: { type: 'string', value: 'N', about: `at most so many (default ${DEFAULT_LIMIT})` },
    json: JSON_OPTION,
  },
  backend: 'tasks',
  examples: [
    'timestep tasks list --state input-required',
    'timestep tasks list --agent weather --limit 100 --json',
    "timestep tasks list --database '${env:DATABASE_URL}'",
  ],
  async run({ values }, around) {
    const { now, write } = around;
    const state = stateOf(values);
    const agent = textOf(values, 'agent');
    const limit = readCount(textOf(values, 'limit') ?? String(DEFAULT_LIMIT));
    const { backend, site } = backendOfTasks(values, around);
    const listing = await backend.withTasks(site, 'read', (tasks) =>
      tasks.list({ limit, ...(state && { state }), ...(agent && { agent }) }),
    );
    write(isSet(values, 'json') ? jsonOf(listing) : textOfListing(listing, now));
    return EXIT.fine;
  },
};

function stateOf(values: OptionValues): TaskState | undefined {
  const name = textOf(values, 'state');
  const state = STATES.find((known) => known === name);
  if (name !== undefined && !state) {
    throw usage(`"${name}" is not a state: it is one of ${STATES.join(', ')}`);
  }
  return state;
}

function jsonOf({ tasks, total }: TaskListing): string {
  return `${JSON.stringify({ tasks: tasks.map(jsonOfRow), total }, undefined, 2)}\n`;
}

function jsonOfRow(row: TaskRow): Record<string, string | number> {
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

function textOfListing({ tasks, total }: TaskListing, now: number): string {
  if (tasks.length === 0) return 'no tasks\n';
  const header = ['TASK', 'STATE', 'AGENT', 'PRINCIPAL', 'CHANGED', 'EVENTS'];
  const rows = tasks.map((row) => [
    plainLine(row.id),
    row.state,
    plainLine(row.agent),
    plainLine(row.principal),
    `${durationText(now - row.updatedAt)} ago`,
    String(row.generation),
  ]);
  const rest = total > tasks.length ? [`${tasks.length} of ${total}: --limit shows more`] : [];
  return `${[...tableOf([header, ...rows]), ...rest].join('\n')}\n`;
}
