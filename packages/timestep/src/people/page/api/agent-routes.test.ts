import { expect, it, onTestFinished } from 'vitest';
import { agentBuiltinEcho } from '#agents/model';
import { openMemory } from '#engine/runner';
import { Agent, serve } from '#serving/server';
import { createPageProtocol } from '../page-protocol.ts';

it('says who is served, what they can do, and what they are for others', async () => {
  const book = { name: 'book', description: 'Books.', parameters: {}, prompt: 'Book {to}' };
  const desk = new Agent({
    agentId: 'desk',
    name: 'Desk',
    description: 'Plans journeys.',
    version: '2.0.0',
    model: agentBuiltinEcho,
    skills: [{ id: 'plan', name: 'Plan', description: 'Plans.', tags: ['travel'] }],
    agentTools: { list: () => [book], watch: () => () => undefined },
  });
  const serving = await serve({
    agents: [desk],
    port: 0,
    backend: (needs) => openMemory(needs),
    protocols: [
      createPageProtocol({ access: { kind: 'token', token: 't' }, files: async () => new Map() }),
    ],
  });
  onTestFinished(() => serving.close(0));
  const headers = { authorization: 'Bearer t' };
  const response = await serving.fetch(new Request(`${serving.url}/ui/api/agents`, { headers }));
  expect(await response.json()).toEqual({
    agents: [
      {
        id: 'desk',
        name: 'Desk',
        description: 'Plans journeys.',
        version: '2.0.0',
        isExposed: true,
        skills: [
          { id: 'plan', name: 'Plan', description: 'Plans.', tags: ['travel'], examples: [] },
        ],
        tools: ['book'],
      },
    ],
    protocols: [],
  });
});
