/**
 * Timestep's A2A server. The agent repeats each message; if chunks are requested, it streams its
 * answer in pieces.
 */
import { setImmediate } from 'node:timers/promises';
import { createA2AHandler } from '@timestep-ai/timestep/a2a';
import { getText } from '@timestep-ai/timestep/core';
import { functionEnvironment } from '@timestep-ai/timestep/tools';
import { listen } from '@timestep-ai/timestep/http';
import type { AgentFn } from '@timestep-ai/timestep/port';
import { createMemoryRunner } from '@timestep-ai/timestep/runner';
import { reportTo } from '../process/measured-server.ts';
import { parseChunkCount, TOKEN } from '../stream/tokens.ts';

const agent: AgentFn = (messages, { emit }) => {
  const heard = messages.findLast((message) => message.role === 'user');
  const text = heard ? getText(heard) : '';
  const chunks = parseChunkCount(text);
  return chunks === 0 ? { role: 'assistant', content: text } : streamAnswer(chunks, emit);
};

async function streamAnswer(chunks: number, emit: Parameters<AgentFn>[1]['emit']) {
  for (let index = 0; index < chunks; index += 1) {
    await setImmediate();
    emit({ type: 'text', text: TOKEN });
  }
  return { role: 'assistant', content: TOKEN.repeat(chunks) } as const;
}

const name = 'echo';
const none = functionEnvironment({});
const runner = createMemoryRunner({
  agents: [
    {
      name,
      agent,
      toolSite: 'server',
      limits: { max_steps: 30, time_limit_s: 120 },
      environment: () => none,
    },
  ],
});
const handler = createA2AHandler({
  runner,
  agent: { name, description: 'Says what it is told', version: '1.0.0' },
});
const { url } = await listen(
  async (request) => (await handler(request)) ?? new Response(null, { status: 404 }),
  { port: 0 },
);
reportTo(url);
