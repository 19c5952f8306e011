/** A server whose tasks take as long as their message says. The grace is its argument; SIGTERM stops it. */
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { serveGrpc } from '@timestep-ai/grpc';
import { Agent, tool } from '@timestep-ai/timestep';
import { getText, listMessages } from '@timestep-ai/timestep/core';

const [database = '', grace = '0'] = process.argv.slice(2);

async function work(text: string, signal: AbortSignal): Promise<string> {
  const [, key = '', ms = '0'] = /^(\S+) takes (\d+)/.exec(text) ?? [];
  await pause(Number(ms), undefined, { signal });
  return `done-${key}`;
}

const agent = new Agent({
  agentId: 'desk',
  tools: {
    work: tool({
      description: 'Takes as long as the text says.',
      input: {
        type: 'object',
        properties: { text: { type: 'string' } },
        required: ['text'],
      },
      execute: ({ text }, { signal }) => work(typeof text === 'string' ? text : '', signal),
    }),
  },
  model: async (messages, { signal }) => {
    const asked = messages.findLast(({ role }) => role === 'user');
    const content = await work(asked ? getText(asked) : '', signal);
    return { role: 'assistant', content, expects_reply: false };
  },
});
const serving = await agent.start({ port: 0, database });
const grpc = await serveGrpc({ fetch: serving.fetch, port: 0 });
process.once('SIGTERM', () => {
  const closed = Promise.all([serving.close(Number(grace)), grpc.close(Number(grace))]);
  void closed.then(() => process.exit(0));
});
process.stdout.write(`${JSON.stringify({ url: serving.url, grpc: grpc.address })}\n`);

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
