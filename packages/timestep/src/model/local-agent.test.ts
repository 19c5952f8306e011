import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { agentContext } from './agent-context.fixture.ts';
import { localAgent } from './local-agent.ts';

const asked = [{ role: 'user', content: 'hi' }] as const;

it('knows the built-in agents, and no provider', async () => {
  const echo = await localAgent('builtin:echo', (path) => path)?.(asked, agentContext());
  expect(echo?.content).toBe('Echo: hi');
  const passages = await localAgent('builtin:passages', (path) => path)?.(asked, agentContext());
  expect(passages?.content).toMatch(/^I know nothing/);
  expect(localAgent('openai/gpt-4o-mini', (path) => path)).toBeUndefined();
  expect(() => localAgent('builtin:gpt', (path) => path)).toThrow('there is no built-in agent');
});

it('answers by the script of a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'local-agent-'));
  try {
    const script = { name: 's', rules: [{ name: 'r', reply: 'hello' }] };
    writeFileSync(join(folder, 'script.json'), JSON.stringify(script));
    const agent = localAgent('script:script.json', (path) => join(folder, path));
    expect((await agent?.(asked, agentContext()))?.content).toBe('hello');
    const missing = localAgent('script:none.json', (path) => join(folder, path));
    await expect(missing?.(asked, agentContext())).rejects.toMatchObject({ code: 'bad-script' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
