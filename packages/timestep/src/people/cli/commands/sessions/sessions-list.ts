import { omitUndefined, formatForeignLine } from '#core';
import { formatDuration, parsePositiveCount } from '../../options/quantity.ts';
import type { Command } from '../../command.ts';
import { formatTable } from '../../output/plain-text.ts';
import { createStoredCommand } from '../stored-command.ts';
import { sessionToJson } from './session-text.ts';

const DEFAULT_LIMIT = 20;

export const sessionsList: Command = createStoredCommand({
  usage: 'sessions list',
  about: 'Lists sessions, most recently changed first.',
  more: 'Includes conversations that clients started over a protocol, such as A2A.',
  options: {
    agent: { value: 'NAME', about: 'lists only sessions with this agent' },
    principal: {
      value: 'NAME',
      about:
        'lists only the sessions of this user: the user name or token subject that the server uses',
    },
    closed: { about: 'includes closed sessions' },
    limit: { value: 'N', about: `maximum number of sessions (default ${DEFAULT_LIMIT})` },
  },
  examples: ['timestep sessions list', 'timestep sessions list --agent weather --closed --json'],
  access: 'read',
  prepare({ values }) {
    const filter = omitUndefined({
      limit: values.parse('limit', parsePositiveCount) ?? DEFAULT_LIMIT,
      withClosed: values.isSet('closed'),
      agent: values.text('agent'),
      principal: values.text('principal'),
    });
    return async (stores) => {
      const { countTurns, listConversations } = await import('#people/chat');
      const { sessions, hasMore } = await listConversations(stores, filter);
      const rows = [];
      for (const session of sessions) {
        rows.push({ session, turns: await countTurns(stores.tasks, session) });
      }
      return { rows, hasMore };
    };
  },
  toJson: ({ rows, hasMore }) => ({
    sessions: rows.map(({ session, turns }) => ({ ...sessionToJson(session), turns })),
    has_more: hasMore,
  }),
  indent: 2,
  formatLines({ rows, hasMore }, now) {
    if (rows.length === 0) return ['no sessions'];
    const header = ['SESSION', 'STATE', 'AGENT', 'PRINCIPAL', 'TURNS', 'CHANGED', 'NAME'];
    const cells = rows.map(({ session, turns }) => [
      formatForeignLine(session.id),
      session.isClosed ? 'closed' : 'open',
      formatForeignLine(session.agent),
      formatForeignLine(session.principal),
      String(turns),
      `${formatDuration(now - session.updatedAt)} ago`,
      formatForeignLine(session.name ?? ''),
    ]);
    const table = formatTable([header, ...cells]);
    return hasMore ? [...table, 'more sessions exist: use --limit'] : table;
  },
});
