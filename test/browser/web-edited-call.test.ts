import { Agent, Environment, scriptedAgent } from '@timestep-ai/timestep';
import { getText } from '@timestep-ai/timestep/core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openWeb, type Web } from './web.ts';

let web: Web;
const booked: unknown[] = [];
const PARAMETERS = {
  type: 'object',
  properties: {
    seats: { type: 'integer', description: 'How many seats.' },
    from: { type: 'string' },
    class: { enum: ['first', 'second'] },
    note: { type: 'string' },
  },
  required: ['seats', 'from'],
} as const;

/** An agent that books a train after an approval; the message is the JSON text of the arguments. */
function trainAgent(): Agent {
  const environment = new Environment({ environmentId: 'train', agentId: 'train' });
  const parameters = PARAMETERS;
  environment.tool('book', { description: 'Books.', parameters, needsApproval: true }, (given) => {
    booked.push(given);
    return 'booked';
  });
  const model = scriptedAgent((messages) => {
    const last = messages.at(-1);
    if (last?.role === 'tool') return `It said: ${last.content}`;
    const called = { name: 'book', arguments: last ? getText(last) : '' };
    const call = { id: 'c1', type: 'function', function: called } as const;
    return { role: 'assistant', content: null, tool_calls: [call] };
  });
  return new Agent({ agentId: 'train', name: 'Train', toolSite: 'server', environment, model });
}

beforeAll(async () => {
  web = await openWeb([trainAgent()]);
});

beforeEach(() => {
  booked.length = 0;
});

afterAll(() => web.close());

/** Waits until the request can be approved, and starts to edit its arguments by a key. */
async function edit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Allow this call' }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('e');
}

it('edits a call in the form of its tool, and shows before and after what was changed', async () => {
  const id = await web.ask('train', '{"from":"Oslo","seats":2,"class":"second"}');
  const { page, complaints, axe, close } = await web.open('/inbox');
  await edit(page);
  const seats = page.getByLabel(/^seats/);
  expect(await seats.evaluate((field) => field.matches(':focus'))).toBe(true);
  expect(await page.getByText('How many seats.').count()).toBe(1);
  await seats.fill('two');
  await page.getByText('This field must be a number.').waitFor();
  const allow = page.getByRole('button', { name: 'Allow as edited' });
  expect(await allow.isDisabled()).toBe(true);
  await seats.fill('3');
  await page.getByLabel(/^class/).selectOption('first');
  const lines = async (): Promise<readonly string[]> =>
    (await page.getByRole('group', { name: 'Changes' }).innerText())
      .split('\n')
      .filter((line) => /^[-+]/.test(line));
  const changed = [
    '-   "seats": 2,',
    '-   "class": "second"',
    '+   "seats": 3,',
    '+   "class": "first"',
  ];
  await expect.poll(lines).toEqual(changed);
  expect(await axe()).toEqual([]);
  await page.getByRole('button', { name: 'Edit as JSON' }).click();
  expect(JSON.parse(await page.getByLabel('Arguments').inputValue())).toMatchObject({ seats: 3 });
  await page.getByRole('button', { name: 'Use the form' }).click();
  await page.getByLabel(/^note/).fill('by the window');
  await allow.click();
  await page.getByText('Nothing is waiting').waitFor();
  const given = { from: 'Oslo', seats: 3, class: 'first', note: 'by the window' };
  expect([booked, complaints]).toEqual([[given], []]);
  await page.goto(`${web.url}/ui/tasks/${id}`);
  await page.getByRole('button', { name: /^Waited for approval: book/ }).click();
  const step = page.getByRole('complementary', { name: 'Step' });
  await step.getByText('Arguments that the person changed').waitFor();
  await step.getByText('-   "seats": 2,').waitFor();
  await step.getByText('+   "note": "by the window"').waitFor();
  expect(await axe()).toEqual([]);
  await close();
});

it('edits as JSON what the form cannot show', async () => {
  await web.ask('train', '{"from":"Oslo","seats":2,"dog":true}');
  const { page, close } = await web.open('/inbox');
  await edit(page);
  const field = page.getByLabel('Arguments');
  await field.fill('{"from":"Bergen","seats":2,"dog":true}');
  expect(await page.getByRole('button', { name: 'Use the form' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Allow as edited' }).click();
  await page.getByText('Nothing is waiting').waitFor();
  expect(booked).toEqual([{ from: 'Bergen', seats: 2, dog: true }]);
  await close();
});

it('lets a person approve a call as it was, after edits were discarded', async () => {
  const given = { from: 'Oslo', seats: 2 };
  await web.ask('train', JSON.stringify(given));
  const { page, close } = await web.open('/inbox');
  await edit(page);
  await page.getByLabel(/^seats/).fill('40');
  await page.getByRole('button', { name: 'Allow as edited' }).waitFor();
  await page.getByRole('button', { name: 'Discard edits' }).click();
  await page.getByRole('button', { name: 'Allow this call' }).click();
  await page.getByText('Nothing is waiting').waitFor();
  expect(booked).toEqual([given]);
  await close();
});
