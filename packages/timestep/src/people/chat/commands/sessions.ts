import { quoteAsCode, formatList, createRefusal, type SlashCommand } from './slash-command.ts';
import type { SessionLine } from '../session-commands/command-port.ts';
import { formatCost } from '#people/view';
import { formatCount, formatDuration } from '#engine/port';

export const SESSIONS: readonly SlashCommand[] = [
  {
    name: 'resume',
    usage: '[id]',
    summary: 'opens another conversation',
    maxArguments: 1,
    complete: async ({ sessions }) =>
      ((await sessions?.list('own')) ?? [])
        .filter(({ isCurrent }) => !isCurrent)
        .map(({ id, title }) => ({ word: id, about: title })),
    async run({ sessions }, [id]) {
      if (!sessions) return undefined;
      const listed = await sessions.list(id === undefined ? 'own' : 'all');
      const others = listed.filter(({ isCurrent }) => !isCurrent);
      const found = others.filter((one) => id === undefined || one.id.startsWith(id));
      const [first] = found;
      if (first === undefined) {
        return createRefusal(
          id === undefined
            ? 'There is no other conversation.'
            : `Unknown conversation ${quoteAsCode(id)}. List them with /sessions.`,
        );
      }
      if (id !== undefined && found.length > 1 && !found.some((one) => one.id === id)) {
        return createRefusal(
          `${quoteAsCode(id)} is ambiguous. It matches:\n\n${formatList(found.map(formatSession), '')}`,
        );
      }
      return { do: 'open', sessionId: found.find((one) => one.id === id)?.id ?? first.id };
    },
  },
  {
    name: 'sessions',
    usage: '[all]',
    summary:
      'lists your conversations with the agent; with "all", also the conversations of programs',
    maxArguments: 1,
    async run({ sessions }, [scope]) {
      if (!sessions) return undefined;
      if (scope !== undefined && scope !== 'all')
        return createRefusal('Write /sessions or /sessions all.');
      const lines: string[] = [];
      const now = sessions.now();
      for (const line of await sessions.list(scope ?? 'own')) {
        lines.push(formatSessionWithFacts(line, await sessions.countTurns(line.id), now));
      }
      return formatList(lines, 'No conversations.');
    },
  },
  {
    name: 'tasks',
    usage: '',
    summary: 'lists the turns of the conversation',
    async run({ listTurns }) {
      const lines = (await listTurns?.())?.map(
        ({ taskId, title, state, tokens, costUsd }) =>
          `${quoteAsCode(taskId)} ${state}: ${title} (${tokens} tokens, ${formatCost(costUsd)})`,
      );
      return lines && formatList(lines, 'No turns yet.');
    },
  },
  {
    name: 'compact',
    usage: '[what to keep]',
    summary: 'replaces the turns so far by a summary',
    takesText: true,
    maxArguments: 1,
    run: ({ compact }, [focus = '']) => compact?.(focus),
  },
  {
    name: 'rename',
    usage: '<name>',
    summary: 'renames the conversation',
    takesText: true,
    minArguments: 1,
    maxArguments: 1,
    async run({ sessions }, [name = '']) {
      if (!sessions?.rename) return undefined;
      await sessions.rename(name);
      return `The conversation is now called ${quoteAsCode(name)}.`;
    },
  },
  {
    name: 'fork',
    usage: '[task]',
    summary: 'continues in a new conversation, after the newest turn or the given task',
    maxArguments: 1,
    complete: async ({ listTurns }) =>
      ((await listTurns?.()) ?? []).map(({ taskId, title }) => ({ word: taskId, about: title })),
    async run({ sessions }, [taskId]) {
      return sessions?.fork && { do: 'open', sessionId: await sessions.fork(taskId) };
    },
  },
];

function formatSessionWithFacts(line: SessionLine, turns: number, now: number): string {
  const { id, title, agent, updatedAt, isCurrent } = line;
  const age = `${formatDuration(Math.max(0, now - updatedAt))} ago`;
  const name = title === '' ? 'untitled' : title;
  const facts = [
    formatCount(turns, 'turn'),
    age,
    `with ${agent}`,
    ...(isCurrent ? ['current'] : []),
  ];
  return `${quoteAsCode(id)} ${name} (${facts.join(', ')})`;
}

function formatSession({ id, title, updatedAt, isCurrent }: SessionLine): string {
  const when = new Date(updatedAt).toISOString().slice(0, 16).replace('T', ' ');
  return `${quoteAsCode(id)} ${when} ${title}${isCurrent ? ' (current)' : ''}`;
}
