import { setInterval } from 'node:timers';
import { Agent, Environment, scriptedAgent } from '@timestep-ai/timestep';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shopAgent } from './scripted-agents.ts';
import { openWeb, type Web } from './web.ts';

let web: Web;
let endReading: () => void = () => {};

/** An agent whose tool reports its progress until the test ends it. */
function createReadingAgent(): Agent {
  const environment = new Environment({
    environmentId: 'reader',
    agentId: 'reader',
    enableHandoff: false,
  });
  environment.tool('read_log', { description: 'Reads the log.' }, (_args, { emit }) => {
    let lines = 0;
    const reports = setInterval(() => {
      lines += 1;
      emit?.({ type: 'progress', text: `read ${lines} of 1000 lines` });
    }, 50);
    return new Promise((resolve) => {
      endReading = () => {
        clearInterval(reports);
        resolve('nothing new');
      };
    });
  });
  const called = { name: 'read_log', arguments: '{}' };
  return new Agent({
    agentId: 'reader',
    name: 'Reader',
    toolSite: 'server',
    environment,
    model: scriptedAgent((messages) =>
      messages.at(-1)?.role === 'tool'
        ? 'The log says nothing new.'
        : {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'c1', type: 'function', function: called }],
          },
    ),
  });
}

/** An agent that asks a question in its text, and repeats the answer. */
function createAskingAgent(): Agent {
  return new Agent({
    agentId: 'clerk',
    name: 'Clerk',
    model: scriptedAgent((messages) =>
      messages.length > 1
        ? 'Noted.'
        : { role: 'assistant', content: 'For whom is the table?', expects_reply: true },
    ),
  });
}

beforeAll(async () => {
  web = await openWeb([createReadingAgent(), shopAgent([]), createAskingAgent()]);
});

afterAll(() => web.close());

it('shows how far a running call is, in its row and in the inspector', async () => {
  const id = await web.ask('reader', 'What does the log say?');
  const { page, complaints, axe, close } = await web.open(`/tasks/${id}`);
  const rows = page.getByRole('list', { name: 'Timeline' });
  await rows.getByText(/^read \d+ of 1000 lines$/).waitFor();
  await rows.getByRole('button', { name: /^read_log/ }).click();
  const step = page.getByRole('complementary', { name: 'Step' });
  const progress = step.getByRole('status').getByText(/^read \d+ of 1000 lines$/);
  const before = await progress.innerText();
  await expect.poll(() => progress.innerText()).not.toBe(before);
  expect(await axe()).toEqual([]);
  endReading();
  await step.getByText('nothing new').waitFor();
  await expect.poll(() => rows.getByText('of 1000 lines').count()).toBe(0);
  expect(await progress.count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

it('lists the tools that a model call offered, and rebuilds the request with them', async () => {
  const id = await web.ask('reader', 'What does it say now?');
  const { page, complaints, axe, close } = await web.open(`/tasks/${id}`);
  const rows = page.getByRole('list', { name: 'Timeline' });
  await rows.getByRole('button', { name: /^Decides/ }).click();
  const step = page.getByRole('complementary', { name: 'Step' });
  await step.getByRole('tab', { name: 'Tools' }).click();
  await step.getByText('1 tool that the request offered').waitFor();
  await step.getByText('Reads the log.').waitFor();
  await step.getByText('Schema of the arguments').click();
  await step.getByText('"type": "object"').waitFor();
  expect(await axe()).toEqual([]);
  await step.getByRole('tab', { name: 'Request' }).click();
  await step.getByText('"description": "Reads the log."').waitFor();
  endReading();
  await page.locator('main').getByText('completed').first().waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('says who decided about a call, and by which way', async () => {
  const id = await web.ask('shop', 'a book');
  const { page, complaints, close } = await web.open(`/tasks/${id}`);
  const rows = page.getByRole('list', { name: 'Timeline' });
  await rows.getByRole('button', { name: /^Waits for approval/ }).click();
  const step = page.getByRole('complementary', { name: 'Step' });
  await step.getByRole('button', { name: 'Allow this call' }).click();
  await step.getByText('a user of this server, on the page').waitFor();
  // At the moment of the question, the approval waited.
  await page.locator('main').getByText('completed').first().waitFor();
  const slider = page.getByRole('slider', { name: 'Position in the run' });
  await page.keyboard.press('Escape');
  await slider.focus();
  const asked = page.getByRole('list', { name: 'Asked at this moment' });
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('PageDown');
  await asked.getByRole('button', { name: 'shop asks to call pay' }).click();
  await step.getByRole('heading', { name: 'Waits for approval: pay' }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('says who answered a question in the text of the agent, and by which way', async () => {
  const id = await web.ask('clerk', 'Book a table.');
  const { page, complaints, close } = await web.open(`/tasks/${id}`);
  const rows = page.getByRole('list', { name: 'Timeline' });
  await rows.getByRole('button', { name: /^Waits for an answer/ }).click();
  const step = page.getByRole('complementary', { name: 'Step' });
  await step.getByText('a user of this server', { exact: true }).waitFor();
  await step.getByRole('textbox').fill('Ada');
  await step.getByRole('button', { name: 'Send' }).click();
  await step.getByText('a user of this server, on the page').waitFor();
  await step.getByText('Ada', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});
