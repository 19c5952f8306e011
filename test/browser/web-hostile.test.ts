import { Agent, Environment, scriptedAgent, type AssistantMessage } from '@timestep-ai/timestep';
import { getText } from '@timestep-ai/timestep/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOSTILE_TEXTS } from '../../packages/timestep/src/people/view/hostile-texts.fixture.ts';
import { harmIn, UNHARMED } from './hostile-places.ts';
import { openWeb, type Web } from './web.ts';

const KINDS = [...new Set(HOSTILE_TEXTS.map(({ kind }) => kind))];

let web: Web;

beforeAll(async () => {
  web = await openWeb([parrot()]);
});

afterAll(() => web.close());

/** Says every text of a kind, and calls tools with it and of its name, until none is left. */
function parrot(): Agent {
  const environment = new Environment({ environmentId: 'parrot', agentId: 'parrot' });
  environment.tool('repeat', { description: 'Says it again.' }, ({ text }) => JSON.stringify(text));
  return new Agent({
    agentId: 'parrot',
    name: 'Parrot',
    description: 'Repeats.',
    toolSite: 'server',
    environment,
    model: scriptedAgent((messages) => {
      const asked = messages.find(({ role }) => role === 'user');
      const step = messages.filter(({ role }) => role === 'assistant').length;
      const kind = asked && getText(asked).split('\n', 1)[0];
      const text = textsOf(kind)[step];
      return text === undefined ? { role: 'assistant', content: 'all said' } : repeating(text);
    }),
  });
}

function textsOf(wanted: string | undefined): readonly string[] {
  return HOSTILE_TEXTS.flatMap(({ kind, text }) => (kind === wanted ? [text] : []));
}

function repeating(text: string): AssistantMessage {
  const call = (id: string, name: string) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: JSON.stringify({ text }) },
  });
  return {
    role: 'assistant',
    content: text,
    tool_calls: [call('known', 'repeat'), call('unknown', text)],
  };
}

it.each(KINDS)('a task does nothing that a text of the kind %s says', async (kind) => {
  const texts = textsOf(kind);
  const taskId = await web.ask('parrot', [kind, ...texts].join('\n'));
  const view = await web.open(`/tasks/${taskId}`, { width: 800 });
  const { page } = view;
  await page
    .getByText(/completed/)
    .first()
    .waitFor();
  await page.getByRole('list', { name: 'Timeline' }).waitFor();
  expect(await harmIn(page, '[aria-label="Timeline"]')).toEqual(UNHARMED);
  await page.getByRole('tab', { name: 'Conversation' }).click();
  expect(await harmIn(page, '[aria-label="Conversation"]')).toEqual(UNHARMED);
  await page.getByRole('tab', { name: 'Events' }).click();
  await page
    .getByRole('button', { name: /tool\.returned/ })
    .first()
    .click();
  expect(await harmIn(page, '[aria-label="Events"]')).toEqual(UNHARMED);
  // What lies above the page takes the clicks that are meant for it.
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.getByRole('link', { name: new RegExp(`completed parrot ${kind}`) }).waitFor();
  expect((await harmIn(page, '[aria-label="Tasks"]')).hasRun).toBe(false);
  expect([...view.complaints, ...view.outside]).toEqual([]);
  await view.close();
});

it.each(KINDS)('a conversation does nothing that a text of the kind %s says', async (kind) => {
  const contextId = `0000-hostile-${KINDS.indexOf(kind)}`;
  await web.say('parrot', contextId, [kind, ...textsOf(kind)].join('\n'));
  const view = await web.open(`/chat/${contextId}?agent=parrot`, { width: 800 });
  const { page } = view;
  await page.getByText(/completed after/).waitFor();
  expect(await harmIn(page, '[aria-label="Turns"]')).toEqual(UNHARMED);
  expect((await harmIn(page, '[aria-label="All conversations"]')).brought).toEqual([]);
  expect([...view.complaints, ...view.outside]).toEqual([]);
  await view.close();
});
