/** The called agent, and its A2A server. */
import { createA2AHandler } from '@timestep-ai/timestep/a2a';
import { getText } from '@timestep-ai/timestep/core';
import { functionEnvironment } from '@timestep-ai/timestep/tools';
import { listen } from '@timestep-ai/timestep/http';
import type { ServedAgent } from '@timestep-ai/timestep/port';
import { createMemoryRunner } from '@timestep-ai/timestep/runner';

const none = functionEnvironment({});

/** An agent that repeats each message. */
export const echo: ServedAgent = {
  name: 'echo',
  agent(messages) {
    const heard = messages.findLast((message) => message.role === 'user');
    return { role: 'assistant', content: heard ? getText(heard) : '' };
  },
  toolSite: 'server',
  limits: { max_steps: 30, time_limit_s: 120 },
  environment: () => none,
};

/** Serves the agent over A2A, and returns its address. */
export async function serveEcho(): Promise<string> {
  const handler = createA2AHandler({
    runner: createMemoryRunner({ agents: [echo] }),
    agent: { name: echo.name, description: 'Says what it is told', version: '1.0.0' },
  });
  const { url } = await listen(
    async (request) => (await handler(request)) ?? new Response(null, { status: 404 }),
    { port: 0 },
  );
  return url;
}
