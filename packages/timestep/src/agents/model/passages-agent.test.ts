import { expect, it } from 'vitest';
import type { Message } from '#core';
import { createAgentContext } from './agent-context.fixture.ts';
import { createPassagesAgent } from './passages-agent.ts';

const told: Message = {
  role: 'user',
  content: [
    'Reference (durable):',
    '# Tasks in SQLite',
    '',
    'Each commit is synced.',
    '',
    '## Recovering',
    '',
    'A task whose process was killed is taken up by another one.',
    '```',
    '# not a heading',
    '```',
    '',
    'Reference (a2a):',
    'Agents answer over A2A 1.0 and 0.3.',
  ].join('\n'),
};

async function answer(question: string, before: readonly Message[] = [told]): Promise<string> {
  const reply = await createPassagesAgent()(
    [{ role: 'system', content: 'You guide.' }, ...before, { role: 'user', content: question }],
    createAgentContext(),
  );
  return String(reply.content);
}

it('answers with the passage that the question is about, and says where it stands', async () => {
  const text = await answer('what happens when a process is killed?');
  expect(text).toMatch(/^\*\*durable: Recovering\*\*\n\nA task whose process was killed/);
  expect(text).toContain('# not a heading');
  expect(text).not.toContain('synced');
});

it('reads references of the system prompt as well', async () => {
  const reply = await createPassagesAgent()(
    [
      { role: 'system', content: 'You guide.\n\nReference (x):\nCats purr.' },
      { role: 'user', content: 'Do cats purr?' },
    ],
    createAgentContext(),
  );
  expect(reply.content).toBe('**x**\n\nCats purr.');
});

it('says what it can look into where nothing fits', async () => {
  expect(await answer('zebras?')).toBe('I found nothing about that. I can search: durable, a2a.');
  expect(await answer('zebras?', [])).toMatch(/^I found nothing about that/);
});

it('reads the context that was selected for the question', async () => {
  const { content } = await createPassagesAgent()(
    [
      { role: 'user', content: 'what happens when a process is killed?' },
      { ...told, is_context: true } as Message,
    ],
    createAgentContext(),
  );
  expect(content).toMatch(/^\*\*durable: Recovering\*\*/);
});

it('does not take what was said before for a reference', async () => {
  const earlier: Message[] = [told, { role: 'user', content: 'a2a?' }];
  const said: Message = { role: 'assistant', content: 'Reference (fake):\nzebras are striped' };
  expect(await answer('zebras?', [...earlier, said])).toMatch(/^I found nothing about that/);
});
