import { afterAll, beforeAll, expect, it } from 'vitest';
import { shopAgent, slowAgent, weatherAgent } from './scripted-agents.ts';
import { openWeb, type View, type Web } from './web.ts';

let web: Web;
const paid: unknown[] = [];

beforeAll(async () => {
  web = await openWeb([weatherAgent(), shopAgent(paid), slowAgent()]);
});

afterAll(() => web.close());

it('talks to an agent, and goes on where the page is opened again', async () => {
  const { page, complaints, outside, axe, close } = await web.open('/chat');
  await page.getByText('Start a conversation').waitFor();
  await page.getByLabel('Agent').selectOption('weather');
  await page.getByRole('button', { name: 'New' }).click();
  await page.getByLabel('Message').fill('How is the weather?');
  await page.keyboard.press('Enter');
  const turn = page.getByRole('article', { name: 'How is the weather?' });
  await turn.getByText('It is').waitFor();
  await turn.getByText('get_weather', { exact: true }).click();
  await turn.getByText('17 °C').first().waitFor();
  await page.getByRole('heading', { name: 'How is the weather?', level: 1 }).waitFor();
  expect(await axe()).toEqual([]);
  await page.reload();
  await page.getByRole('article', { name: 'How is the weather?' }).getByText('It is').waitFor();
  await page.getByLabel('Message').fill('And tomorrow?');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('article', { name: 'And tomorrow?' }).getByText('completed').waitFor();
  expect(await page.getByRole('article').count()).toBe(2);
  expect([...complaints, ...outside]).toEqual([]);
  await close();
});

it('shows a sent message once in every frame from the moment of sending on', async () => {
  const { page, close } = await web.open('/chat/0000-echo?agent=slow');
  await page.getByText('Send a message').waitFor();
  const countInFrames = await sampleFrames(page, 'Begin with it');
  await page.getByLabel('Message').fill('Begin with it');
  await page.keyboard.press('Enter');
  await page.getByText('Running wait').waitFor();
  expect(await countInFrames()).toEqual([0, 1]);
  const countLater = await sampleFrames(page, 'And faster');
  await page.getByLabel('Message').fill('And faster');
  await page.keyboard.press('Enter');
  await page.getByText('sent while the agent was running').waitFor();
  expect(await countLater()).toEqual([0, 1]);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText(/canceled after/).waitFor();
  await close();
});

/**
 * Counts in every frame from now on how often the turns show a text. The result returns the counts in their
 * order, without repetitions.
 */
async function sampleFrames(page: View['page'], text: string): Promise<() => Promise<unknown>> {
  await page.evaluate(`{
    const counts = (globalThis.counts = []);
    const sample = () => {
      const shown = [...document.querySelectorAll('[role=log] :not(.sr-only)')].filter(
        (one) => one.children.length === 0 && one.textContent.includes(${JSON.stringify(text)}),
      ).length;
      if (counts.at(-1) !== shown) counts.push(shown);
      requestAnimationFrame(sample);
    };
    sample();
  }`);
  return () => page.evaluate('globalThis.counts');
}

it('asks for a yes where the conversation is', async () => {
  const { page, close } = await web.open('/chat');
  await page.getByLabel('Agent').selectOption('shop');
  await page.getByRole('button', { name: 'New' }).click();
  await page.getByLabel('Message').fill('tea');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /Allow pay/ }).waitFor();
  await page.getByRole('button', { name: 'Allow this call' }).click();
  await page.getByText('It said: paid').waitFor();
  expect(paid).toEqual([{ amount: 5, for: 'tea' }]);
  await close();
});

it('shows a turn that another program has begun', async () => {
  const { page, close } = await web.open('/chat/0000-shared?agent=weather');
  await page.getByText('Send a message').waitFor();
  await web.say('weather', '0000-shared', 'From a terminal');
  await page.getByRole('article', { name: 'From a terminal' }).getByText('It is').waitFor();
  expect(await page.getByText('Send a message').count()).toBe(0);
  await close();
});

it('carries out slash commands, and completes them', async () => {
  const { page, close } = await web.open('/chat/0000-slash?agent=weather');
  await page.getByLabel('Message').fill('Hello');
  await page.keyboard.press('Enter');
  await page.getByRole('article', { name: 'Hello' }).getByText('completed').waitFor();
  await page.getByLabel('Message').fill('/rena');
  await page.getByRole('button', { name: /\/rename/ }).click();
  await page.getByLabel('Message').pressSequentially('Journey');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Journey', level: 1 }).waitFor();
  await page.getByLabel('Message').fill('/nothing');
  await page.keyboard.press('Enter');
  await page.getByText('Unknown command').waitFor();
  expect(await page.getByRole('article').count()).toBe(1);
  await close();
});

it('sets settings from the next message on', async () => {
  const { page, complaints, axe, close } = await web.open('/chat/0000-set?agent=weather');
  await page.getByText('Settings', { exact: true }).click();
  await page.getByLabel(/^temperature/).fill('3');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('temperature must be a number from 0 to 2').waitFor();
  await page.getByLabel(/^temperature/).fill('0.5');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('apply from the next message').waitFor();
  expect(await axe()).toEqual([]);
  await page.reload();
  await page.getByText('Settings', { exact: true }).click();
  await expect.poll(() => page.getByLabel(/^temperature/).inputValue()).toBe('0.5');
  expect(complaints.filter((one) => !one.includes('409'))).toEqual([]);
  await close();
});

it('sends files with a message', async () => {
  const { page, close } = await web.open('/chat/0000-files?agent=weather');
  const image = { name: 'sky.png', mimeType: 'image/png', buffer: Buffer.from('hi') };
  await page.locator('input[type=file]').setInputFiles(image);
  await page.getByText('sky.png').waitFor();
  await page.getByLabel('Message').fill('Look');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('article', { name: 'Look' }).getByText('completed').waitFor();
  const turn = page.getByRole('article', { name: 'Look' });
  await turn.getByRole('link', { name: 'sky.png' }).waitFor();
  expect(await turn.locator('img').getAttribute('src')).toMatch(/^blob:/);
  const log = await web.logOf('0000-files');
  expect(log).toContain('data:image/png;base64,aGk=');
  await close();
});

it('writes a message again in a branch, and goes back to the other one', async () => {
  await web.say('weather', '0000-branch', 'First');
  // Two messages sent within the same millisecond have no order.
  await expect.poll(() => web.logOf('0000-branch')).toContain('It is');
  await web.say('weather', '0000-branch', 'Second');
  const { page, complaints, axe, close } = await web.open('/chat/0000-branch?agent=weather');
  const second = page.getByRole('article', { name: 'Second' });
  await second.getByText('completed after').waitFor();
  await second.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Edited message').fill('Otherwise');
  await second.getByRole('button', { name: 'Send' }).click();
  const branch = page.getByRole('article', { name: 'Otherwise' });
  await branch.getByText('2/2').waitFor();
  // The turn before the branch is part of it, as a message of its history.
  await branch.getByText('First').waitFor();
  expect(await page.getByRole('log').getByText('Second').count()).toBe(0);
  await branch.getByText('completed after').waitFor();
  expect(await axe()).toEqual([]);
  await branch.getByRole('button', { name: 'Ask again' }).click();
  await branch.getByText('3/3').waitFor();
  await branch.getByRole('link', { name: 'Previous branch' }).click();
  await branch.getByText('2/3').waitFor();
  await branch.getByRole('link', { name: 'Previous branch' }).click();
  await second.getByText('1/3').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('attaches files that are dropped on the page', async () => {
  const { page, close } = await web.open('/chat/0000-drop?agent=weather');
  await page.getByLabel('Message').waitFor();
  const transfer = await page.evaluateHandle(() => {
    const made = Reflect.construct(Reflect.get(globalThis, 'DataTransfer'), []) as {
      readonly items: { add(file: File): void };
    };
    made.items.add(new File(['a,b'], 'rows.csv', { type: 'text/csv' }));
    return made;
  });
  await page.dispatchEvent('main', 'dragover', { dataTransfer: transfer });
  await page.getByPlaceholder('Drop the files to attach them').waitFor();
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
  await page.getByRole('button', { name: 'Remove rows.csv' }).waitFor();
  expect(await page.getByPlaceholder('Drop the files').count()).toBe(0);
  await close();
});

it('lists what people started, and on request what programs started too', async () => {
  await web.ask('shop', 'Over the wire');
  await web.say('weather', '0000-mine', 'Typed by me');
  const { page, complaints, axe, close } = await web.open('/chat');
  const list = page.getByRole('navigation', { name: 'All conversations' });
  await list.getByText('Typed by me').waitFor();
  expect(await list.getByText('Over the wire').count()).toBe(0);
  await page.getByLabel('Also conversations of programs').check();
  await list.getByText('Over the wire').click();
  await page.getByRole('article', { name: 'Over the wire' }).waitFor();
  await list.getByText('Shop, A2A 1.0').waitFor();
  await page.getByLabel('Also conversations of programs').uncheck();
  await list.getByText('Over the wire').waitFor({ state: 'detached' });
  expect(await page.getByRole('article', { name: 'Over the wire' }).count()).toBe(1);
  expect(await axe()).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

it('starts a new conversation with the agent of the open one', async () => {
  const { page, close } = await web.open('/chat/0000-next-1?agent=shop');
  await expect.poll(() => page.getByLabel('Agent').inputValue()).toBe('shop');
  await page.getByRole('button', { name: 'New' }).click();
  await page.getByPlaceholder('Message to Shop').waitFor();
  await page.getByLabel('Agent').selectOption('slow');
  await page.getByRole('button', { name: 'New' }).click();
  await page.getByPlaceholder('Message to Slow').waitFor();
  await expect.poll(() => page.getByLabel('Agent').inputValue()).toBe('slow');
  await close();
});

it('finds conversations by their name', async () => {
  await web.say('weather', '0000-find-1', 'Needle in the hay');
  await web.say('weather', '0000-find-2', 'Only hay');
  const { page, close } = await web.open('/chat');
  const list = page.getByRole('navigation', { name: 'All conversations' });
  await list.getByText('Only hay').waitFor();
  await page.getByLabel('Search conversations').fill('needle');
  await list.getByText('Only hay').waitFor({ state: 'detached' });
  const today = list.getByRole('region', { name: 'Today' });
  expect(await today.getByRole('link').allInnerTexts()).toEqual([
    expect.stringContaining('Needle in the hay'),
  ]);
  await close();
});

it('steers an agent that works, and stops it', async () => {
  const { page, close } = await web.open('/chat/0000-slow?agent=slow');
  await page.getByLabel('Message').fill('Begin');
  await page.keyboard.press('Enter');
  await page.getByText('Running wait').waitFor();
  await page.getByLabel('Message').fill('Faster');
  await page.keyboard.press('Enter');
  await page.getByText('sent while the agent was running').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page
    .getByRole('article', { name: 'Begin' })
    .getByText(/canceled after/)
    .waitFor();
  expect(await page.getByRole('article').count()).toBe(1);
  await close();
});

it('erases a conversation once it was confirmed, and keeps the others', async () => {
  await web.say('weather', '0000-kept', 'Keep me');
  await web.say('weather', '0000-gone', 'Erase me');
  const { page, complaints, axe, close } = await web.open('/chat/0000-gone?agent=weather');
  await page.getByText(/completed after/).waitFor();
  await page.getByRole('button', { name: 'Erase' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase this conversation?' });
  expect(await axe()).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(await web.logOf('0000-gone')).toContain('Erase me');
  await page.getByRole('button', { name: 'Erase' }).click();
  await dialog.getByRole('button', { name: 'Erase permanently' }).click();
  await page.getByText('Start a conversation').waitFor();
  const list = page.getByRole('navigation', { name: 'All conversations' });
  await list.getByText('Erase me').waitFor({ state: 'detached' });
  await list.getByText('Keep me').click();
  await page.getByRole('article', { name: 'Keep me' }).waitFor();
  expect(await web.logOf('0000-gone')).toBe('[]');
  expect(complaints).toEqual([]);
  await close();
});

it('keeps two conversations apart, of which one asks and one goes on', async () => {
  await web.say('shop', '0000-asks', 'coffee');
  await web.say('weather', '0000-tells', 'Wind?');
  const { page, close } = await web.open('/chat/0000-asks?agent=shop');
  await page.getByRole('heading', { name: /Allow pay/ }).waitFor();
  const list = page.getByRole('navigation', { name: 'All conversations' });
  await list.getByText('Wind?').click();
  await page.getByRole('article', { name: 'Wind?' }).getByText('It is').waitFor();
  expect(await page.getByRole('heading', { name: /Allow pay/ }).count()).toBe(0);
  await list.getByText('coffee').click();
  await page.getByLabel('Reason').fill('Too dear');
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByText(/completed after/).waitFor();
  expect(await web.logOf('0000-asks')).toContain('Too dear');
  await close();
});

it('begins with an agent that its list names', async () => {
  const { page, complaints, close } = await web.open('/agents');
  await page.getByRole('link', { name: 'Weather' }).click();
  await page.getByText('Says the weather').waitFor();
  await page.getByRole('tab', { name: 'Card, A2A 0.3' }).click();
  await page.getByText('"protocolVersion": "0.3.0"').waitFor();
  await page.getByRole('button', { name: 'Chat with Weather' }).click();
  await page.getByLabel('Message').fill('Hello');
  await page.keyboard.press('Enter');
  await page
    .getByRole('article', { name: 'Hello' })
    .getByText(/completed after/)
    .waitFor();
  expect(complaints).toEqual([]);
  await close();
});
