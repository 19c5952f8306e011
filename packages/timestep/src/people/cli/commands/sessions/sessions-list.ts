import type { Session } from '../../../../core/index.ts';
import { chooseTaskBackend } from '../../backends/choose-backend.ts';
import { EXIT, isOptionSet, JSON_OPTION, getOptionText, type Command } from '../../command.ts';
import { toPlainLine } from '../../output/plain-text.ts';
import { durationText, parseCount } from '../../options/quantity.ts';
import { sessionToJson } from './session-text.ts';
import { formatTable } from '../../output/table.ts';

const DEFAULT_LIMIT = 20;

export const sessionsList: Command = {
  words: ['sessions', 'list'],
  about: 'Lists sessions, most recently changed first.',
  more: 'Includes contexts that clients started over a protocol.',
  options: {
    agent: { type: 'string', value: 'NAME', about: 'lists only sessions with this agent' },
    principal: { type: 'string', value: 'NAME', about: 'lists only sessions of this principal' },
    closed: { type: 'boolean', about: 'includes closed sessions' },
    limit: {
      type: 'string',
      value: 'N',
      about: `maximum number of sessions (default ${DEFAULT_LIMIT})`,
    },
    json: JSON_OPTION,
  },
  backend: 'tasks',
  examples: ['timestep sessions list', 'timestep sessions list --agent weather --closed --json'],
  async run({ values }, context) {
    const { now, write } = context;
    const agent = getOptionText(values, 'agent');
    const principal = getOptionText(values, 'principal');
    const limit = parseCount(getOptionText(values, 'limit') ?? String(DEFAULT_LIMIT));
    const { backend, location } = chooseTaskBackend(values, context);
    // The chat module is imported only when needed, to start commands faster.
    const { countTurns, listConversations } = await import('../../../chat/index.ts');
    const page = await backend.withTasks(location, 'read', async (tasks, sessions) => {
      const { sessions: listed, hasMore } = await listConversations(
        { tasks, sessions },
        {
          limit,
          withClosed: isOptionSet(values, 'closed'),
          ...(agent !== undefined && { agent }),
          ...(principal !== undefined && { principal }),
        },
      );
      const rows: SessionRow[] = [];
      for (const session of listed) rows.push({ session, turns: await countTurns(tasks, session) });
      return { rows, hasMore };
    });
    write(isOptionSet(values, 'json') ? pageToJson(page) : formatPage(page, now));
    return EXIT.fine;
  },
};

/** A session in the list, with its number of turns. */
interface SessionRow {
  readonly session: Session;
  readonly turns: number;
}

interface SessionPage {
  readonly rows: readonly SessionRow[];
  readonly hasMore: boolean;
}

function pageToJson({ rows, hasMore }: SessionPage): string {
  const sessions = rows.map(({ session, turns }) => ({ ...sessionToJson(session), turns }));
  const shown = { sessions, has_more: hasMore };
  return `${JSON.stringify(shown, undefined, 2)}\n`;
}

function formatPage({ rows, hasMore }: SessionPage, now: number): string {
  if (rows.length === 0) return 'no sessions\n';
  const header = ['SESSION', 'STATE', 'AGENT', 'PRINCIPAL', 'TURNS', 'CHANGED', 'NAME'];
  const cells = rows.map(({ session, turns }) => [
    toPlainLine(session.id),
    session.isClosed ? 'closed' : 'open',
    toPlainLine(session.agent),
    toPlainLine(session.principal),
    String(turns),
    `${durationText(now - session.updatedAt)} ago`,
    toPlainLine(session.name ?? ''),
  ]);
  const rest = hasMore ? ['more sessions exist: use --limit'] : [];
  return `${[...formatTable([header, ...cells]), ...rest].join('\n')}\n`;
}
