import { afterAll, expect, it } from 'vitest';
import { FREE_PORTS, killDemos, startDemo } from './demo.fixture.ts';
import { serveFakeModel } from './fake-model.ts';
import type { Tally, Verdict } from './demo/verdict.ts';

afterAll(killDemos);

it('tells the story, and its verdict as JSON, when nothing is lost', async () => {
  const demo = startDemo(['--json', ...FREE_PORTS]);
  expect(await demo.exitCode).toBe(0);
  expect(demo.lines).toHaveLength(1);
  const { ok, rows, tally } = JSON.parse(demo.lines[0] ?? '') as Verdict & { tally: Tally };
  expect(ok).toBe(true);
  expect(rows.map(({ holds }) => holds)).toEqual(rows.map(() => true));
  expect(tally).toEqual({
    turns: 3,
    sent: ['m1', 'm2', 'm3'],
    persisted: ['m1', 'm2', 'm3'],
    replies: ['r-m1', 'r-m2', 'r-m3'],
    duplicateReplies: 0,
    isPersistedBeforeCrash: true,
    crashes: [1],
    restarts: 1,
    modelCalls: { m1: 1, m2: 1, m3: 1 },
    states: ['COMPLETED', 'completed'],
  });
});

it('says what is in the way where a port is taken', async () => {
  const taken = await serveFakeModel();
  const { port } = new URL(taken.baseUrl);
  const demo = startDemo([...FREE_PORTS, '--port-b', port]);
  expect(await demo.exitCode).toBe(1);
  expect(demo.complaints).toEqual([
    `agent-b did not start: port ${port} is in use: stop what uses it or choose another port`,
  ]);
  await taken.close();
});

it('explains itself', async () => {
  const demo = startDemo(['--help']);
  expect(await demo.exitCode).toBe(0);
  expect(demo.lines.join('\n')).toMatch(/npm run demo:order-66 -- --keep/);
});

it('cannot be run with options that it does not know', async () => {
  const demo = startDemo(['--fast']);
  expect(await demo.exitCode).toBe(2);
  expect(demo.complaints.join('\n')).toMatch(/--fast/);
});
