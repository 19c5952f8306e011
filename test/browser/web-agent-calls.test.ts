import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalog } from '@timestep-ai/timestep/catalog';
import { getText, type AssistantMessage } from '@timestep-ai/timestep/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { brokenRules, openWeb, type Web } from './web.ts';

let web: Web;
const folder = mkdtempSync(join(tmpdir(), 'timestep-agent-calls-'));
const answers = Promise.withResolvers<void>();

/** What each reply of a model costs. */
const SPENT = {
  usage: { prompt_tokens: 90, completion_tokens: 10, total_tokens: 100 },
  cost_usd: 0.01,
};

/** The desk asks the sky, which asks the wind, which answers once the test lets it. */
beforeAll(async () => {
  for (const [name, agents] of [
    ['desk', ['../sky']],
    ['sky', ['../wind']],
    ['wind', []],
  ] as const) {
    mkdirSync(join(folder, name));
    const manifest = { metadata: { name }, agents };
    writeFileSync(join(folder, name, 'tsagent.json'), JSON.stringify(manifest));
  }
  const catalog = await openCatalog([join(folder, 'desk')], {
    load: {
      async model(messages, { task }) {
        const last = messages.at(-1);
        const said = last ? getText(last) : '';
        if (last?.role === 'tool') {
          const { answer } = JSON.parse(said) as { readonly answer: string };
          return { role: 'assistant', content: `the wind says: ${answer}`, ...SPENT };
        }
        if (task.agent === 'desk') return callOf('sky', 'Will it be fine in Oslo?');
        if (task.agent === 'sky') return callOf('wind', 'How strong is it?');
        await answers.promise;
        return { role: 'assistant', content: 'a breeze', ...SPENT };
      },
    },
  });
  web = await openWeb(catalog.servables);
});

afterAll(async () => {
  answers.resolve();
  await web?.close();
  rmSync(folder, { recursive: true, force: true });
});

function callOf(agent: string, message: string): AssistantMessage {
  const called = { name: 'agents_call_agent', arguments: JSON.stringify({ agent, message }) };
  const call = { id: 'c1', type: 'function', function: called } as const;
  return { role: 'assistant', content: null, tool_calls: [call], ...SPENT };
}

it('shows a called agent at work, and then its answer and its steps', async () => {
  await web.say('desk', '0000-calls', 'Shall I go out?');
  const view = await web.open('/chat/0000-calls?agent=desk', { width: 390 });
  const { page } = view;
  const card = page.getByRole('article', { name: 'Call to sky' });
  await card.getByText('Will it be fine in Oslo?').first().waitFor();
  await card.getByText('working').waitFor();
  // What the agent does now is what the agent that it asks does.
  await card.getByRole('status').filter({ hasText: 'wind: Thinks' }).waitFor();
  expect(await view.axe()).toEqual([]);
  answers.resolve();
  await card.getByText('answered').waitFor();
  expect(await card.getByRole('status').count()).toBe(0);
  await card.locator('summary').focus();
  await page.keyboard.press('Enter');
  const steps = await card.getByRole('listitem').allInnerTexts();
  expect(steps.map((text) => text.split('\n').find((line) => line.length > 1))).toEqual([
    'Decides',
    '→ wind',
    'Answers',
    'Answers',
  ]);
  await card.getByText('the wind says: a breeze', { exact: true }).waitFor();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await view.axe()).toEqual([]);
    const isWide = await page.evaluate<boolean>(
      'document.documentElement.scrollWidth > document.documentElement.clientWidth',
    );
    expect(isWide).toBe(false);
  }
  expect([...view.complaints, ...view.outside]).toEqual([]);
  await card.getByRole('link', { name: 'Open its run' }).click();
  await page.getByRole('heading', { name: 'Will it be fine in Oslo?' }).waitFor();
  await view.close();
});

it('counts what the called agents have spent in a turn and in the list of tasks', async () => {
  answers.resolve();
  await web.say('desk', '0000-spent', 'Shall I fly a kite?');
  const { page, complaints, close } = await web.open('/chat/0000-spent?agent=desk');
  await page.getByText(/completed after .*, 500 tokens, \$0\.05 with called agents/).waitFor();
  await page.goto(`${web.url}/ui/tasks?agent=desk`);
  const row = page.getByRole('listitem').filter({ hasText: 'Shall I fly a kite?' });
  await row.getByText('500 tokens').waitFor();
  await row.getByTitle('the task itself: $0.02').getByText('$0.05').waitFor();
  await page.getByRole('button', { name: 'Cost' }).click();
  await row.getByText('$0.02').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('shows the same card in the conversation of a run, and beside its timeline', async () => {
  answers.resolve();
  const id = await web.ask('desk', 'And tomorrow?');
  const { page, close } = await web.open(`/tasks/${id}?tab=conversation`);
  const card = page.getByRole('article', { name: 'Call to sky' });
  await card.getByText('answered').waitFor();
  await card.getByRole('link', { name: 'Open its run' }).waitFor();
  expect(await card.innerText()).toContain('Will it be fine in Oslo?');
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await page.getByRole('button', { name: /^→ sky/ }).click();
  const step = page.getByRole('complementary', { name: 'Step' });
  await step.getByRole('article', { name: 'Call to sky' }).waitFor();
  const agent = step.getByRole('link', { name: 'Open its agent' });
  expect(await agent.getAttribute('href')).toBe('/ui/agents/sky');
  expect(await brokenRules(page)).toEqual([]);
  await close();
});
