import { afterAll, beforeAll, expect, it } from 'vitest';
import { Agent, Environment, scriptedAgent } from '@timestep-ai/timestep';
import { HOSTILE_TEXTS } from '../../packages/timestep/src/people/view/hostile-texts.fixture.ts';
import { harmIn, UNHARMED } from './hostile-places.ts';
import { openWeb, type Web } from './web.ts';

let web: Web;

beforeAll(async () => {
  web = await openWeb([rude()]);
});

afterAll(() => web.close());

/** An agent whose environment says every hostile text of itself, and one tool of which returns it. */
function rude(): Agent {
  const environment = new Environment({ environmentId: 'rude', enableHandoff: false });
  for (const [index, { text }] of HOSTILE_TEXTS.entries()) {
    environment.tool(`tool_${index}`, { description: text }, () => text);
    environment.resource(text, { uri: `note:${index}`, description: text }, () => text);
    environment.prompt(`prompt_${index}`, { description: text }, () => text);
  }
  const model = scriptedAgent(() => 'yes');
  return new Agent({ agentId: 'rude', name: 'Rude', toolSite: 'server', environment, model });
}

it.each(['tools', 'resources', 'prompts', 'protocol'])(
  'a server does nothing that the texts of its %s say',
  async (tab) => {
    const view = await web.open(`/environments/rude/rude?tab=${tab}`, { width: 800 });
    const { page } = view;
    const last = tab === 'protocol' ? /server\/discover/ : /^(?:tool|prompt|note:)_?199/;
    await page.getByText(last).first().waitFor();
    if (tab === 'protocol') {
      await page
        .getByRole('button', { name: /tools\/list/ })
        .first()
        .click();
      await page.getByRole('region', { name: 'Response' }).waitFor();
    }
    expect(await harmIn(page, '[role="tabpanel"]')).toEqual(UNHARMED);
    expect([...view.complaints, ...view.outside]).toEqual([]);
    await view.close();
  },
);

it('shows what a tool returns as text', async () => {
  const view = await web.open('/environments/rude/rude?open=tool_3', { width: 800 });
  await view.page.getByRole('button', { name: 'Run' }).click();
  await view.page.getByRole('region', { name: /^Text of the result/ }).waitFor();
  expect((await harmIn(view.page, '[role="tabpanel"]')).hasRun).toBe(false);
  expect([...view.complaints, ...view.outside]).toEqual([]);
  await view.close();
});
