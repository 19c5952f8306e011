/** Calls of agents of other servers are cards, and their timelines name these agents as their cards do. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Agent,
  Environment,
  scriptedAgent,
  serve,
  type AgentFn,
  type AssistantMessage,
  type Serving,
} from '@timestep-ai/timestep';
import { openCatalog } from '@timestep-ai/timestep/catalog';
import { getText } from '@timestep-ai/timestep/core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openWeb, type Web } from './web.ts';

let desks: Web;
let bureaus: Web;
let other: Serving;
let radar = Promise.withResolvers<void>();
const folder = mkdtempSync(join(tmpdir(), 'timestep-remote-agents-'));
const QUESTION = 'Will it be fine in Oslo?';

function callOf(name: string, given: object, content: string | null = null): AssistantMessage {
  const called = { name, arguments: JSON.stringify(given) };
  return {
    role: 'assistant',
    content,
    tool_calls: [{ id: 'c1', type: 'function', function: called }],
  };
}

/** An agent that says what it does, and answers once the test lets it. */
function createSky(): Agent {
  const environment = new Environment({ environmentId: 'sky', agentId: 'sky' });
  environment.tool('read_radar', { description: 'Reads the radar.' }, async () => {
    await radar.promise;
    return 'clear';
  });
  const model = scriptedAgent((messages) =>
    messages.at(-1)?.role === 'tool'
      ? 'It will be fine.'
      : callOf('read_radar', {}, 'I read the radar'),
  );
  return new Agent({
    agentId: 'sky',
    name: 'Northern Sky',
    toolSite: 'server',
    environment,
    model,
  });
}

beforeEach(() => {
  radar = Promise.withResolvers<void>();
});
beforeAll(async () => {
  other = await serve({ agents: [createSky()], port: 0, database: ':memory:' });
  const uri = `${other.url}/agents/sky`;
  const environment = new Environment({ environmentId: 'desk', agentId: 'desk' });
  const model = scriptedAgent((messages) => {
    const last = messages.at(-1);
    if (last?.role === 'tool') return `It said: ${last.content}`;
    return callOf('handoff', { agent_uri: uri, message: QUESTION });
  });
  const desk = new Agent({ agentId: 'desk', name: 'Desk', toolSite: 'server', environment, model });
  mkdirSync(join(folder, 'bureau'));
  const manifest = { metadata: { name: 'bureau' }, agents: [uri] };
  writeFileSync(join(folder, 'bureau', 'tsagent.json'), JSON.stringify(manifest));
  const bureau: AgentFn = (messages) => {
    const last = messages.at(-1);
    if (last?.role !== 'tool')
      return callOf('agents_call_agent', { agent: uri, message: QUESTION });
    return { role: 'assistant', content: `It said: ${getText(last)}` };
  };
  const catalog = await openCatalog([join(folder, 'bureau')], { load: { model: bureau } });
  desks = await openWeb([desk]);
  bureaus = await openWeb(catalog.servables);
});
afterAll(async () => {
  radar.resolve();
  await Promise.all([desks?.close(), bureaus?.close()]);
  await other?.close(0);
  rmSync(folder, { recursive: true, force: true });
});

it('shows a handoff to another server as a card: who, what, what it does now, and its answer', async () => {
  await desks.say('desk', '0000-remote', 'Shall I go out?');
  const view = await desks.open('/chat/0000-remote?agent=desk', { width: 390 });
  const { page } = view;
  const card = page.getByRole('article', { name: 'Call to Northern Sky' });
  await card.getByText(QUESTION).first().waitFor();
  await card.getByText('working').waitFor();
  await card.getByRole('status').filter({ hasText: 'I read the radar' }).waitFor();
  expect(await view.axe()).toEqual([]);
  radar.resolve();
  await card.getByText('answered').waitFor();
  expect(await card.getByRole('status').count()).toBe(0);
  await card.locator('summary').click();
  await card.getByText('It will be fine.').waitFor();
  await card.getByText(`${other.url}/agents/sky`).waitFor();
  // Its run is on the other server.
  expect(await card.getByRole('link').count()).toBe(0);
  expect(await view.axe()).toEqual([]);
  expect([...view.complaints, ...view.outside]).toEqual([]);
  await view.close();
});

it('names the agent of another server in timelines, with its address in the step', async () => {
  radar.resolve();
  const id = await desks.ask('desk', 'And tomorrow?');
  const { page, close } = await desks.open(`/tasks/${id}`);
  await page.getByRole('button', { name: /^→ Northern Sky/ }).click();
  const step = page.getByRole('complementary', { name: 'Step' });
  await step.getByRole('heading', { name: '→ Northern Sky' }).waitFor();
  const facts = step.getByRole('definition');
  await facts.getByText('Northern Sky', { exact: true }).waitFor();
  await facts.getByText(`${other.url}/agents/sky`).last().waitFor();
  const card = await facts.getByRole('link', { name: 'Open' }).getAttribute('href');
  const { name } = (await (await fetch(card ?? '')).json()) as { readonly name: string };
  expect(name).toBe('Northern Sky');
  expect(await page.getByRole('list', { name: 'Timeline' }).innerText()).not.toContain('127.0.0.1');
  await close();
});

it('says what an agent at an address does, which an agent of a folder calls', async () => {
  await bureaus.say('bureau', '0000-address', 'Shall I go out?');
  const view = await bureaus.open('/chat/0000-address?agent=bureau');
  const { page } = view;
  const card = page.getByRole('article', { name: /^Call to / });
  await card
    .getByRole('status')
    .filter({ hasText: /Northern Sky|radar/ })
    .waitFor();
  expect(await card.getByRole('status').innerText()).not.toContain('127.0.0.1');
  radar.resolve();
  await card.getByText('answered').waitFor();
  await card.locator('summary').click();
  await card.getByText('On another server: Northern Sky').waitFor();
  const steps = await card.getByRole('listitem').allInnerTexts();
  expect(steps.join(' ')).toContain('→ Northern Sky');
  await card.getByRole('link', { name: 'Open its run' }).waitFor();
  await view.close();
});
