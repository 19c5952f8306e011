import { expect, it } from 'vitest';
import type { AgentFn, GuardContext } from '#engine/port';
import { createAgentGuard } from './agent-guard.ts';

const site: GuardContext = {
  task: { id: 't', contextId: 'c', agent: 'a', metadata: {} },
  signal: new AbortController().signal,
};
const call = { id: 'c1', name: 'pay', arguments: { sum: 7 } };

function guardSaying(text: string): {
  guard: ReturnType<typeof createAgentGuard>;
  heard: string[];
} {
  const heard: string[] = [];
  const agent: AgentFn = (messages) => {
    heard.push(...messages.map(({ content }) => JSON.stringify(content)));
    return { role: 'assistant', content: text };
  };
  return { guard: createAgentGuard({ name: 'g', agent, instructions: 'No payments.' }), heard };
}

it.each(['allow', 'block', 'ask'] as const)('%s is what the agent says', async (action) => {
  const { guard, heard } = guardSaying(`\`\`\`json\n{"action":"${action}","reason":"r"}\n\`\`\``);
  expect(await guard.beforeTool?.(call, site)).toEqual({ action, reason: 'r' });
  expect(heard[0]).toMatch(/^"No payments\./);
  expect(heard[1]).toContain(JSON.stringify('{"name":"pay","arguments":{"sum":7}}').slice(1, -1));
});

it.each(['sure', '{"action":"maybe"}', '[]', ''])('%j is not a judgement', async (text) => {
  await expect(guardSaying(text).guard.beforeTool?.(call, site)).rejects.toThrow(Error);
});

it('looks only at what it is made for', () => {
  const { guard } = guardSaying('{}');
  expect(Object.keys(guard)).toEqual(['name', 'beforeTool']);
});
