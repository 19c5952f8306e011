import { describe, expect, it } from 'vitest';
import type { AgentContext } from '#engine/port';
import { createAgentFromSpec } from './agent-spec.ts';
import { createEnvironmentFactory } from './environment-spec.ts';

const context: AgentContext = {
  tools: [],
  task: { id: 't', contextId: 'c', agent: 'a', metadata: {} },
  limits: { max_steps: 1, time_limit_s: 10 },
  seed: 3,
  key: 'k',
  attempt: 1,
  signal: new AbortController().signal,
  emit: () => {},
};
const hello = [{ role: 'user', content: 'hello' }] as const;

describe('createAgentFromSpec', () => {
  it('makes the built-in agent', async () => {
    expect(await createAgentFromSpec('builtin:echo')(hello, context)).toMatchObject({
      content: 'Echo: hello',
    });
  });

  it('makes an agent of a command, colons and all', async () => {
    const agent = createAgentFromSpec(`cmd:${process.execPath} -p "'a:b'"`);
    expect(await agent(hello, context)).toMatchObject({ content: 'a:b' });
  });

  it.each([
    ['no kind', 'echo', 'is not a valid agent: use builtin:echo, script:FILE, cmd:COMMAND'],
    ['an unknown kind', 'magic:wand', 'is not a valid agent'],
    ['an inherited kind', 'toString:x', 'is not a valid agent'],
    ['nothing after the kind', 'cmd:', 'is not a valid agent'],
    ['an unknown built-in', 'builtin:parrot', 'builtin:echo'],
    ['no address', 'a2a:nowhere', '"nowhere" is not a valid URL'],
    ['an unknown provider', 'model:nobody/x', 'nobody'],
  ])('refuses %s', (_, spec, said) => {
    expect(() => createAgentFromSpec(spec)).toThrow(said);
  });
});

describe('createEnvironmentFactory', () => {
  const task = { id: 't', messages: hello };

  it('has the built-in tools', async () => {
    const { tools } = await createEnvironmentFactory('builtin:default')(task, 0);
    const listed = await tools.listTools(context.signal);
    expect(listed.map((tool) => tool.function.name)).toEqual(['calc', 'echo']);
  });

  it.each(['', 'mcp:', 'calc', 'builtin:none'])('refuses %j', (spec) => {
    expect(() => createEnvironmentFactory(spec)).toThrow(
      /is not a valid environment: use builtin:default/,
    );
  });
});
