import { formatDuration } from '#engine/port';
import type { WaitingTask } from '../inbox/waiting-tasks.ts';
import { formatList, quoteAsCode, type SlashCommand } from './slash-command.ts';

export const INBOX: SlashCommand = {
  name: 'inbox',
  usage: '',
  summary: 'lists what waits for your answer, in all conversations with all agents',
  async run({ inbox }) {
    if (!inbox) return undefined;
    const lines = (await inbox.list()).map((task) => formatWaitingTask(task, inbox.now()));
    return formatList(lines, 'Nothing waits for you.');
  },
};

function formatWaitingTask(task: WaitingTask, now: number): string {
  const { taskId, agent, question, title, updatedAt } = task;
  const age = formatDuration(Math.max(0, now - updatedAt));
  return `${quoteAsCode(agent)} for ${age}: ${question.replaceAll(/\s+/g, ' ')} (task ${quoteAsCode(taskId)}, ${quoteAsCode(title)})`;
}
