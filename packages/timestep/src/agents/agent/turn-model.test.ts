import { expect, it } from 'vitest';
import type { AgentContext } from '#engine/port';
import { createTestFolder } from './folder.fixture.ts';
import { loadAgentFolder } from './load-agent.ts';

const context = (model: string): AgentContext => ({
  tools: [],
  task: { id: 't', contextId: 'c', agent: 'guide', metadata: {} },
  limits: { max_steps: 1, time_limit_s: 60 },
  turn: { model, include: [], exclude: [], permitted: [] },
  seed: 0,
  key: 't:1',
  attempt: 1,
  signal: new AbortController().signal,
  emit: () => undefined,
});

it.each([
  ['a model', 'openai/first'],
  ['a function', () => ({ role: 'assistant', content: 'hi' }) as const],
])('asks the model of the turn where the folder has %s', async (_kind, model) => {
  const path = createTestFolder({ 'tsagent.json': { metadata: { name: 'Guide' } } });
  const env = { OPENAI_API_KEY: 'k' };
  const agent = loadAgentFolder(path, { env, model });
  await expect((async () => agent.model([], context('claude/x')))()).rejects.toMatchObject({
    code: 'missing-key',
    message: 'anthropic needs a key: set ANTHROPIC_API_KEY',
  });
  await agent.close();
});

it('lets a session name what needs no key, and no file', async () => {
  const path = createTestFolder({ 'tsagent.json': { metadata: { name: 'Guide' } } });
  const agent = loadAgentFolder(path, { env: { OPENAI_API_KEY: 'k' }, model: 'openai/first' });
  const ask = async (model: string) =>
    agent.model([{ role: 'user', content: 'hi' }], context(model));
  expect(await ask('builtin:echo')).toMatchObject({ content: 'Echo: hi' });
  await expect(ask('script:/etc/passwd')).rejects.toMatchObject({
    code: 'model-not-found',
    message: expect.stringContaining('a session cannot use a script') as string,
  });
  await agent.close();
});
