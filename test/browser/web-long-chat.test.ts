import { afterAll, beforeAll, expect, it } from 'vitest';
import { Agent, scriptedAgent } from '@timestep-ai/timestep';
import { openWeb, type Web } from './web.ts';

let web: Web;

beforeAll(async () => {
  const model = scriptedAgent((messages) => `Answer ${(messages.length + 1) / 2}`);
  const description = 'Answers at once';
  web = await openWeb([new Agent({ agentId: 'quick', name: 'Quick', description, model })]);
});

afterAll(() => web.close());

it('opens a conversation of 50 turns with one request, and shows no turn without its message', async () => {
  for (let number = 1; number <= 50; number += 1) await sayAndWait(number);
  const { page, complaints, close } = await web.open('/chat');
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/(turns|events|tree|tasks\/.*)$/.test(pathname)) requests.push(pathname);
  });
  await page.evaluate(`{
    const counts = (globalThis.counts = []);
    const sample = () => {
      const turns = [...document.querySelectorAll('[role=log] article')];
      const empty = turns.filter((one) => !one.innerText.includes('Question')).length;
      const line = turns.length + ' turns, ' + empty + ' empty';
      if (counts.at(-1) !== line) counts.push(line);
      requestAnimationFrame(sample);
    };
    sample();
  }`);
  const list = page.getByRole('navigation', { name: 'All conversations' });
  await list.getByText('Question 1.').click();
  await page.getByRole('article', { name: 'Question 50.' }).getByText('completed after').waitFor();
  await expect.poll(() => page.getByRole('article').count()).toBe(50);
  expect(await page.evaluate('globalThis.counts')).toEqual([
    '0 turns, 0 empty',
    '50 turns, 0 empty',
  ]);
  expect(requests.filter((path) => !path.endsWith('/ui/api/events'))).toEqual([
    '/ui/api/chats/0000-fifty/turns',
    // The context that was selected for the newest turn.
    expect.stringMatching(/^\/ui\/api\/tasks\/[^/]+$/),
  ]);
  // The newest turn is in sight, and the one that another program sends now follows it.
  expect(await page.getByRole('article', { name: 'Question 50.' }).isVisible()).toBe(true);
  await web.say('quick', '0000-fifty', 'Question 51.');
  await page.getByRole('article', { name: 'Question 51.' }).getByText('completed after').waitFor();
  expect(await page.getByRole('article').count()).toBe(51);
  expect(complaints).toEqual([]);
  await close();
}, 30_000);

/** Sends the message of a turn, and waits for its end. */
async function sayAndWait(number: number): Promise<void> {
  await web.say('quick', '0000-fifty', `Question ${number}.`);
  await expect.poll(() => web.countEnded('0000-fifty'), { interval: 5 }).toBe(number);
}
