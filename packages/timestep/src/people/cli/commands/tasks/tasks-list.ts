import { omitUndefined, type TaskState, formatForeignLine } from '#core';
import type { Command } from '../../command.ts';
import {
  formatDuration,
  parsePositiveCount,
  parseOneOf,
  formatTime,
} from '../../options/quantity.ts';
import { formatTable } from '../../output/plain-text.ts';
import { createStoredCommand } from '../stored-command.ts';

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

export const tasksList: Command = createStoredCommand({
  usage: 'tasks list',
  about: 'Lists tasks, most recently changed first.',
  options: {
    state: {
      value: 'STATE',
      about: `lists only tasks in this state: ${STATES.join(', ')}; a new task is submitted`,
    },
    agent: { value: 'NAME', about: 'lists only tasks of this agent' },
    limit: { value: 'N', about: `maximum number of tasks (default ${DEFAULT_LIMIT})` },
  },
  examples: [
    'timestep tasks list --state input-required',
    'timestep tasks list --agent weather --limit 100 --json',
    "timestep tasks list --database '${env:DATABASE_URL}'",
  ],
  access: 'read',
  prepare({ values }) {
    const filter = omitUndefined({
      state: values.parse('state', parseState),
      agent: values.text('agent') || undefined,
      limit: values.parse('limit', parsePositiveCount) ?? DEFAULT_LIMIT,
    });
    return ({ tasks }) => tasks.list(filter);
  },
  toJson: ({ tasks, total }) => ({
    tasks: tasks.map((row) => ({
      id: row.id,
      state: row.state,
      agent: row.agent,
      principal: row.principal,
      context_id: row.contextId,
      created_at: formatTime(row.createdAt),
      updated_at: formatTime(row.updatedAt),
      events: row.generation,
      ...(row.version !== undefined && { version: row.version }),
    })),
    total,
  }),
  indent: 2,
  formatLines({ tasks, total }, now) {
    if (tasks.length === 0) return ['no tasks'];
    // Agents without files have no versions.
    const hasVersions = tasks.some(({ version }) => version !== undefined);
    const versions = hasVersions ? ['VERSION'] : [];
    const header = ['TASK', 'STATE', 'AGENT', ...versions, 'PRINCIPAL', 'CHANGED', 'EVENTS'];
    const rows = tasks.map((row) => [
      formatForeignLine(row.id),
      row.state,
      formatForeignLine(row.agent),
      ...(hasVersions ? [formatForeignLine(row.version ?? '-')] : []),
      formatForeignLine(row.principal),
      `${formatDuration(now - row.updatedAt)} ago`,
      String(row.generation),
    ]);
    const rest =
      total > tasks.length ? [`showing ${tasks.length} of ${total} tasks: use --limit`] : [];
    return [...formatTable([header, ...rows]), ...rest];
  },
});

/** Names that other programs give to a state, each with the state of this project. */
const STATE_ALIASES: ReadonlyMap<string, TaskState> = new Map([['created', 'submitted']]);

function parseState(name: string): TaskState {
  const meant = STATE_ALIASES.get(name);
  if (meant !== undefined) return meant;
  return parseOneOf(name, STATES, `invalid --state "${name}": use one of ${STATES.join(', ')}`);
}
