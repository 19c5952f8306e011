import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createAgentContext } from './agent-context.fixture.ts';
import { createLocalAgent } from './local-agent.ts';

const asked = [{ role: 'user', content: 'hi' }] as const;

it('knows the built-in agents, and no provider', async () => {
  const echo = await createLocalAgent('builtin:echo', (path) => path)?.(
    asked,
    createAgentContext(),
  );
  expect(echo?.content).toBe('Echo: hi');
  const passages = await createLocalAgent('builtin:passages', (path) => path)?.(
    asked,
    createAgentContext(),
  );
  expect(passages?.content).toMatch(/^I found nothing/);
  expect(createLocalAgent('openai/gpt-4o-mini', (path) => path)).toBeUndefined();
  expect(() => createLocalAgent('builtin:gpt', (path) => path)).toThrow('unknown built-in agent');
});

it('answers by the script of a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'local-agent-'));
  try {
    const script = { name: 's', rules: [{ name: 'r', reply: 'hello' }] };
    writeFileSync(join(folder, 'script.json'), JSON.stringify(script));
    const agent = createLocalAgent('script:script.json', (path) => join(folder, path));
    expect((await agent?.(asked, createAgentContext()))?.content).toBe('hello');
    const missing = createLocalAgent('script:none.json', (path) => join(folder, path));
    await expect(missing?.(asked, createAgentContext())).rejects.toMatchObject({
      code: 'bad-script',
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
