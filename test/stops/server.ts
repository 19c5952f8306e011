/** A server whose tasks take as long as their message says. The grace is its argument; SIGTERM stops it. */
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from '@timestep-ai/timestep';
import { getText, listMessages } from '@timestep-ai/timestep/core';

const [database = '', grace = '0'] = process.argv.slice(2);

const agent = new Agent({
  agentId: 'desk',
  model: async (messages, { signal }) => {
    const asked = messages.findLast(({ role }) => role === 'user');
    const text = asked ? getText(asked) : '';
    const [, key = '', ms = '0'] = /^(\S+) takes (\d+)/.exec(text) ?? [];
    await pause(Number(ms), undefined, { signal });
    return { role: 'assistant', content: `done-${key}`, expects_reply: false };
  },
});
const serving = await agent.start({ port: 0, database });
process.once('SIGTERM', () => {
  void serving.close(Number(grace)).then(() => process.exit(0));
});
process.stdout.write(`${serving.url}\n`);

/** Prints the state of each task by the first word of its message, for each line of standard input. */
for await (const _ of createInterface({ input: process.stdin })) {
  const states: Record<string, string> = {};
  let pageToken: string | undefined;
  do {
    const page = await serving.runner.list({
      principal: '',
      pageSize: 100,
      ...(pageToken && { pageToken }),
    });
    for (const task of page.tasks) {
      const said = listMessages(task).find(({ role }) => role === 'user');
      states[said ? (getText(said).split(' ')[0] ?? '') : ''] = task.state;
    }
    pageToken = page.nextPageToken;
  } while (pageToken);
  process.stdout.write(`${JSON.stringify(states)}\n`);
}
