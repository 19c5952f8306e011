import { expect, it } from 'vitest';
import { createEnvironmentHandler } from '../handler.ts';
import { getNeededParts } from './request-need.ts';
import { askModern } from '../requests.fixture.ts';

it.each([
  { method: 'tools/call', name: 'add', tools: { named: 'add' }, prompts: false, resources: false },
  { method: 'tools/call', name: null, tools: 'all', prompts: true, resources: true },
  { method: 'tools/list', name: null, tools: 'all', prompts: false, resources: false },
  { method: 'prompts/get', name: 'a', tools: 'none', prompts: true, resources: false },
  { method: 'resources/read', name: 'a:b', tools: 'none', prompts: false, resources: true },
  { method: 'server/discover', name: null, tools: 'all', prompts: true, resources: true },
  { method: 'something/new', name: null, tools: 'all', prompts: true, resources: true },
  { method: 'completion/complete', name: null, tools: 'none', prompts: true, resources: true },
  { method: null, name: null, tools: 'all', prompts: true, resources: true },
])('$method of $name needs $tools', ({ method, name, ...need }) => {
  expect(getNeededParts(method, name)).toEqual(need);
});

it('registers only the tool that is called, so that many cost no more than few', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `tool_${index}`);
  const registered: string[][] = [];
  const handler = createEnvironmentHandler({
    name: 'test',
    version: '1.0.0',
    tools: names.map((name) => ({ name, execute: () => name })),
    configure(server) {
      const known = names.filter((name) => server.toolInputSchemaJson(name) !== undefined);
      registered.push(known);
    },
  });
  registered.length = 0;
  const params = { name: 'tool_42', arguments: {} };
  const { result } = await askModern(handler, { method: 'tools/call', params });
  expect(result).toMatchObject({ content: [{ text: 'tool_42' }] });
  expect(registered).toEqual([['tool_42']]);
});
