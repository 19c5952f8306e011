import { expect, it, onTestFinished } from 'vitest';
import { agentBuiltinEcho } from '#agents/model';
import { openMemory } from '#engine/runner';
import { Agent, serve, type Servable } from '#serving/server';
import type { AgentList } from '#people/view';
import { createPageProtocol } from '../page-protocol.ts';

it('says whom an agent may call, where that is known', async () => {
  const sky = new Agent({ agentId: 'sky', name: 'Sky', model: agentBuiltinEcho });
  const desk: Servable = Object.assign(
    new Agent({ agentId: 'desk', name: 'Desk', model: agentBuiltinEcho }),
    { mayCall: () => ['sky'] },
  );
  const serving = await serve({
    agents: [desk, sky],
    port: 0,
    backend: (needs) => openMemory(needs),
    protocols: [
      createPageProtocol({ access: { kind: 'token', token: 't' }, files: async () => new Map() }),
    ],
  });
  onTestFinished(() => serving.close(0));
  const headers = { authorization: 'Bearer t' };
  const response = await serving.fetch(new Request(`${serving.url}/ui/api/agents`, { headers }));
  const { agents } = (await response.json()) as AgentList;
  expect(agents.map(({ id, calls }) => [id, calls])).toEqual([
    ['desk', ['sky']],
    ['sky', undefined],
  ]);
});
