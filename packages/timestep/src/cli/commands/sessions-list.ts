import type { SessionPage } from '../../port/index.ts';
import { backendOfTasks } from '../choose-backend.ts';
import { EXIT, isSet, JSON_OPTION, textOf, type Command } from '../command.ts';
import { plainLine } from '../plain-text.ts';
import { durationText, readCount } from '../quantity.ts';
import { jsonOfSession } from '../session-text.ts';
import { tableOf } from '../table.ts';

const DEFAULT_LIMIT = 20;

export const sessionsList: Command = {
  words: ['sessions', 'list'],
  about: 'Lists the sessions of conversations, newest change first.',
  options: {
    agent: { type: 'string', value: 'NAME', about: 'sessions with this agent' },
    principal: { type: 'string', value: 'NAME', about: 'sessions of this principal' },
    closed: { type: 'boolean', about: 'closed sessions, too' },
    limit: { type: 'string', value: 'N', about: `at most so many (default ${DEFAULT_LIMIT})` },
    json: JSON_OPTION,
  },
  backend: 'tasks',
  examples: ['timestep sessions list', 'timestep sessions list --agent weather --closed --json'],
  async run({ values }, around) {
    const { now, write } = around;
    const agent = textOf(values, 'agent');
    const principal = textOf(values, 'principal');
    const pageSize = readCount(textOf(values, 'limit') ?? String(DEFAULT_LIMIT));
    const { backend, site } = backendOfTasks(values, around);
    const page = await backend.withTasks(site, 'read', (_tasks, sessions) =>
      sessions.list({
        pageSize,
        withClosed: isSet(values, 'closed'),
        ...(agent !== undefined && { agent }),
        ...(principal !== undefined && { principal }),
      }),
    );
    write(isSet(values, 'json') ? jsonOf(page) : textOfPage(page, now));
    return EXIT.fine;
  },
};

function jsonOf({ sessions, nextPageToken }: SessionPage): string {
  const shown = { sessions: sessions.map(jsonOfSession), has_more: nextPageToken !== undefined };
  return `${JSON.stringify(shown, undefined, 2)}\n`;
}

function textOfPage({ sessions, nextPageToken }: SessionPage, now: number): string {
  if (sessions.length === 0) return 'no sessions\n';
  const header = ['SESSION', 'STATE', 'AGENT', 'PRINCIPAL', 'CHANGED', 'NAME'];
  const rows = sessions.map((session) => [
    plainLine(session.id),
    session.isClosed ? 'closed' : 'open',
    plainLine(session.agent),
    plainLine(session.principal),
    `${durationText(now - session.updatedAt)} ago`,
    plainLine(session.name ?? ''),
  ]);
  const rest = nextPageToken === undefined ? [] : ['there are more: --limit shows them'];
  return `${[...tableOf([header, ...rows]), ...rest].join('\n')}\n`;
}
