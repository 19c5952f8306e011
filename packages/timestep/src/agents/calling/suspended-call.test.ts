import { expect, it, onTestFinished } from 'vitest';
import { functionEnvironment } from '#engine/tools';
import type { ServedAgent } from '#engine/port';
import { openMemory, systemClock } from '#engine/runner';
import { createCallingTools } from './calling-tools.ts';

/** An agent that digs until `found`, and then answers. */
function createDigger(found: Promise<void>): ServedAgent {
  const environment = functionEnvironment({ dig: { execute: () => found.then(() => 'gold') } });
  const call = {
    id: 'c1',
    type: 'function',
    function: { name: 'dig', arguments: '{"where":"deep"}' },
  } as const;
  return {
    name: 'digger',
    agent: async (messages) =>
      messages.at(-1)?.role === 'tool'
        ? { role: 'assistant', content: 'Found gold.' }
        : { role: 'assistant', content: '', tool_calls: [call] },
    toolSite: 'server',
    limits: { max_steps: 5, time_limit_s: 600 },
    environment: () => environment,
  };
}

it('shows what a called agent does while a task that is stored elsewhere waits for it', async () => {
  const shown: string[] = [];
  const seen = Promise.withResolvers<void>();
  const backend = openMemory({ agents: [createDigger(seen.promise)] });
  onTestFinished(() => backend.close(0));
  const tools = createCallingTools({
    agents: { list: async () => [], find: (name) => ({ name }) },
    runner: async () => backend.runner,
    clock: systemClock,
    bounds: {},
    asks: false,
    callName: 'call_agent',
  });
  const { signal } = new AbortController();
  const said = await functionEnvironment(tools).callTool(
    { id: 'c', name: 'call_agent', arguments: { agent: 'digger', message: 'Dig.' } },
    {
      key: 'k',
      attempt: 1,
      signal,
      task: { id: 'elsewhere', contextId: 'c', agent: 'front', principal: '', metadata: {} },
      emit: (output) => {
        if (output.type !== 'progress') return;
        shown.push(output.text);
        seen.resolve();
      },
    },
  );
  expect(JSON.parse(said.content)).toMatchObject({ answer: 'Found gold.' });
  expect(shown).toEqual([expect.stringContaining('dig')]);
});
