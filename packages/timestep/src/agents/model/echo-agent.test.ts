import { expect, it } from 'vitest';
import { createAgentContext } from './agent-context.fixture.ts';
import { agentBuiltinEcho } from './local-agent.ts';

it('repeats the newest user text', async () => {
  const reply = await agentBuiltinEcho(
    [
      { role: 'user', content: 'first' },
      { role: 'assistant', content: 'Echo: first' },
      { role: 'user', content: [{ type: 'text', text: 'second' }] },
    ],
    createAgentContext(),
  );
  expect(reply).toEqual({ role: 'assistant', content: 'Echo: second' });
  expect(await agentBuiltinEcho([], createAgentContext())).toMatchObject({ content: 'Echo: ' });
});
