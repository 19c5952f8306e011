import {
  formatCode,
  formatList,
  refuseUnsupported,
  createRefusal,
  createTextAnswer,
  type SlashCommand,
} from './slash-command.ts';
import type { CommandPort, SessionLine } from '../session-commands/command-port.ts';
import { formatCost } from '#people/view';
import { formatCount, formatDuration } from '#engine/port';

export const SESSIONS: readonly SlashCommand[] = [
  {
    name: 'resume',
    usage: '[id]',
    summary: 'opens another conversation',
    maxArguments: 1,
    complete: async ({ sessions }) =>
      ((await sessions?.list()) ?? [])
        .filter(({ isCurrent }) => !isCurrent)
        .map(({ id, title }) => ({ word: id, about: title })),
    async run({ sessions }, [id]) {
      if (!sessions) return refuseUnsupported('resume');
      const others = (await sessions.list()).filter(({ isCurrent }) => !isCurrent);
      const found = others.filter((one) => id === undefined || one.id.startsWith(id));
      const [first] = found;
      if (first === undefined) {
        return createRefusal(
          id === undefined
            ? 'There is no other conversation.'
            : `Unknown conversation ${formatCode(id)}. List them with /sessions.`,
        );
      }
      if (id !== undefined && found.length > 1 && !found.some((one) => one.id === id)) {
        return createRefusal(
          `${formatCode(id)} is ambiguous. It matches:\n\n${formatList(found.map(formatSession), '')}`,
        );
      }
      return { do: 'open', sessionId: found.find((one) => one.id === id)?.id ?? first.id };
    },
  },
  {
    name: 'sessions',
    usage: '',
    summary: 'lists the conversations with the agent',
    async run({ sessions }) {
      if (!sessions) return refuseUnsupported('sessions');
      const lines: string[] = [];
      const now = sessions.now();
      for (const line of await sessions.list()) {
        lines.push(formatSessionWithFacts(line, await sessions.countTurns(line.id), now));
      }
      return createTextAnswer(formatList(lines, 'No conversations.'));
    },
  },
  {
    name: 'tasks',
    usage: '',
    summary: 'lists the turns of the conversation',
    async run({ listTurns }) {
      if (!listTurns) return refuseUnsupported('tasks');
      const lines = (await listTurns()).map(
        ({ taskId, title, state, tokens, costUsd }) =>
          `${formatCode(taskId)} ${state}: ${title} (${tokens} tokens, ${formatCost(costUsd)})`,
      );
      return createTextAnswer(formatList(lines, 'No turns yet.'));
    },
  },
  {
    name: 'compact',
    usage: '[what to keep]',
    summary: 'replaces the turns so far by a summary',
    takesText: true,
    maxArguments: 1,
    async run({ compact }, [focus = '']) {
      return compact ? createTextAnswer(await compact(focus)) : refuseUnsupported('compact');
    },
  },
  {
    name: 'rename',
    usage: '<name>',
    summary: 'renames the conversation',
    takesText: true,
    minArguments: 1,
    maxArguments: 1,
    async run({ sessions }, [name = '']) {
      if (!sessions?.rename) return refuseUnsupported('rename');
      await sessions.rename(name);
      return createTextAnswer(`The conversation is now called ${formatCode(name)}.`);
    },
  },
  {
    name: 'fork',
    usage: '[task]',
    summary: 'continues in a new conversation, after the newest turn or the given task',
    maxArguments: 1,
    complete: completeTaskIds,
    async run({ sessions }, [taskId]) {
      if (!sessions?.fork) return refuseUnsupported('fork');
      return { do: 'open', sessionId: await sessions.fork(taskId) };
    },
  },
];

async function completeTaskIds({
  listTurns,
}: CommandPort): Promise<readonly { readonly word: string; readonly about: string }[]> {
  return ((await listTurns?.()) ?? []).map(({ taskId, title }) => ({ word: taskId, about: title }));
}

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
  return `${formatCode(id)} ${name} (${facts.join(', ')})`;
}

function formatSession({ id, title, updatedAt, isCurrent }: SessionLine): string {
  const when = new Date(updatedAt).toISOString().slice(0, 16).replace('T', ' ');
  return `${formatCode(id)} ${when} ${title}${isCurrent ? ' (current)' : ''}`;
}
