import { code, listOf, notHere, refuse, say, type SlashCommand } from '../slash-command.ts';
import type { CommandPort, SessionLine } from '../command-port.ts';
import { costText } from '../../view/index.ts';
import { counted, durationText } from '../../port/index.ts';

/** Commands about this conversation's turns and about other conversations. */
export const SESSIONS: readonly SlashCommand[] = [
  {
    name: 'resume',
    usage: '[id]',
    summary: 'shows another conversation and goes on with it',
    most: 1,
    complete: async ({ sessions }) =>
      ((await sessions?.list()) ?? [])
        .filter(({ isCurrent }) => !isCurrent)
        .map(({ id, title }) => ({ word: id, about: title })),
    async run({ sessions }, [id]) {
      if (!sessions) return notHere('resume');
      const others = (await sessions.list()).filter(({ isCurrent }) => !isCurrent);
      const found = others.filter((one) => id === undefined || one.id.startsWith(id));
      const [first] = found;
      if (first === undefined) {
        return refuse(
          id === undefined
            ? 'There is no other conversation.'
            : `There is no conversation ${code(id)}: /sessions lists them.`,
        );
      }
      if (id !== undefined && found.length > 1 && !found.some((one) => one.id === id)) {
        return refuse(
          `${code(id)} is the beginning of several:\n\n${listOf(found.map(lineFor), '')}`,
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
      if (!sessions) return notHere('sessions');
      const lines: string[] = [];
      const now = sessions.now();
      for (const line of await sessions.list()) {
        lines.push(longLineFor(line, await sessions.turnsOf(line.id), now));
      }
      return say(listOf(lines, 'There are none.'));
    },
  },
  {
    name: 'tasks',
    usage: '',
    summary: 'lists the turns of the conversation',
    async run({ turns }) {
      if (!turns) return notHere('tasks');
      const lines = (await turns()).map(
        ({ taskId, title, state, tokens, costUsd }) =>
          `${code(taskId)} ${state}: ${title} (${tokens} tokens, ${costText(costUsd)})`,
      );
      return say(listOf(lines, 'Nothing was said yet.'));
    },
  },
  {
    name: 'compact',
    usage: '[what to keep]',
    summary: 'puts a summary in the place of the turns so far',
    takesText: true,
    most: 1,
    async run({ compact }, [focus = '']) {
      return compact ? say(await compact(focus)) : notHere('compact');
    },
  },
  {
    name: 'rename',
    usage: '<name>',
    summary: 'gives the conversation another name',
    takesText: true,
    least: 1,
    most: 1,
    async run({ sessions }, [name = '']) {
      if (!sessions?.rename) return notHere('rename');
      await sessions.rename(name);
      return say(`The conversation is called ${code(name)}.`);
    },
  },
  {
    name: 'fork',
    usage: '[task]',
    summary: 'goes on in a new conversation, after the newest turn or the one that is named',
    most: 1,
    complete: taskIds,
    async run({ sessions }, [taskId]) {
      if (!sessions?.fork) return notHere('fork');
      return { do: 'open', sessionId: await sessions.fork(taskId) };
    },
  },
];

async function taskIds({
  turns,
}: CommandPort): Promise<readonly { readonly word: string; readonly about: string }[]> {
  return ((await turns?.()) ?? []).map(({ taskId, title }) => ({ word: taskId, about: title }));
}

function longLineFor(line: SessionLine, turns: number, now: number): string {
  const { id, title, agent, updatedAt, isCurrent } = line;
  const age = `${durationText(Math.max(0, now - updatedAt))} ago`;
  const name = title === '' ? 'no name' : title;
  const facts = [counted(turns, 'turn'), age, `with ${agent}`, ...(isCurrent ? ['this one'] : [])];
  return `${code(id)} ${name} (${facts.join(', ')})`;
}

function lineFor({ id, title, updatedAt, isCurrent }: SessionLine): string {
  const when = new Date(updatedAt).toISOString().slice(0, 16).replace('T', ' ');
  return `${code(id)} ${when} ${title}${isCurrent ? ' (this one)' : ''}`;
}
