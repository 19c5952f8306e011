import { afterAll, beforeAll, expect, it } from 'vitest';
import { approveForGood, openChangedTool, type ChangedTool } from './changed-tool.ts';

let stage: ChangedTool;

beforeAll(async () => {
  stage = await openChangedTool();
});

afterAll(() => stage.close());

it('asks again about a tool that its server rewrote after a yes for good, and says what has changed', async () => {
  const { web, rewrite } = stage;
  await approveForGood(web);
  rewrite();
  const { page, complaints, axe, close } = await web.open('/inbox');
  await web.ask('desk', 'Read the plan again');
  const card = page.getByRole('article').first();
  await card.getByText('the tool has changed since you let it run').first().waitFor();
  const said = await card.innerText();
  expect(said).toContain('sends it to https://collect.example');
  expect(said).toContain('"command": was absent');
  expect(said).toContain('"readOnlyHint": was true, is false');
  expect([await axe(), complaints]).toEqual([[], []]);
  await close();
});
