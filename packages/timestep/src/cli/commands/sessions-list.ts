import type { Session } from '../../core/index.ts';
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
  more: 'Contexts that clients began over a protocol are among them.',
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
    const limit = readCount(textOf(values, 'limit') ?? String(DEFAULT_LIMIT));
    const { backend, site } = backendOfTasks(values, around);
    // Conversations are loaded only where they are looked at.
    const { countTurns, listConversations } = await import('../../chat/index.ts');
    const page = await backend.withTasks(site, 'read', async (tasks, sessions) => {
      const { sessions: listed, hasMore } = await listConversations(
        { tasks, sessions },
        {
          limit,
          withClosed: isSet(values, 'closed'),
          ...(agent !== undefined && { agent }),
          ...(principal !== undefined && { principal }),
        },
      );
      const rows: Row[] = [];
      for (const session of listed) rows.push({ session, turns: await countTurns(tasks, session) });
      return { rows, hasMore };
    });
    write(isSet(values, 'json') ? jsonOf(page) : textOfPage(page, now));
    return EXIT.fine;
  },
};

/** A line of the list. */
interface Row {
  readonly session: Session;
  readonly turns: number;
}

interface Page {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

function jsonOf({ rows, hasMore }: Page): string {
  const sessions = rows.map(({ session, turns }) => ({ ...jsonOfSession(session), turns }));
  const shown = { sessions, has_more: hasMore };
  return `${JSON.stringify(shown, undefined, 2)}\n`;
}

function textOfPage({ rows, hasMore }: Page, now: number): string {
  if (rows.length === 0) return 'no sessions\n';
  const header = ['SESSION', 'STATE', 'AGENT', 'PRINCIPAL', 'TURNS', 'CHANGED', 'NAME'];
  const cells = rows.map(({ session, turns }) => [
    plainLine(session.id),
    session.isClosed ? 'closed' : 'open',
    plainLine(session.agent),
    plainLine(session.principal),
    String(turns),
    `${durationText(now - session.updatedAt)} ago`,
    plainLine(session.name ?? ''),
  ]);
  const rest = hasMore ? ['there are more: --limit shows them'] : [];
  return `${[...tableOf([header, ...cells]), ...rest].join('\n')}\n`;
}
