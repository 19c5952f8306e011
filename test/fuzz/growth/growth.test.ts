import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { openStage } from '../stage.ts';
import { measureRoutes, nameRequest, type RouteCost } from './measure.ts';
import { listRequests } from './requests.ts';

const RUN = fileURLToPath(new URL('run.ts', import.meta.url));

/** Sizes for which the figures say nothing, but every route is asked. */
const SMALL = ['--few', '20', '--many', '40', '--rounds', '1', '--idle', '0.1'];

it('measures every route, the timers and the commands', async () => {
  const flags = ['--conditions=@timestep/source', RUN, ...SMALL, '--json'];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [said, complaint] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (said === '') throw new Error(complaint);
  const costs = JSON.parse(said) as readonly RouteCost[];
  expect(costs.map(({ route }) => route)).toEqual([
    ...listRequests().map(nameRequest),
    'timers, per second',
    'timestep tasks list',
    'timestep tasks list --state failed',
    'timestep doctor',
  ]);
  for (const { few, many } of costs) {
    expect(few).toBeGreaterThanOrEqual(0);
    expect(many).toBeGreaterThanOrEqual(0);
  }
});

it('fails if a route of the page does not answer with data', async () => {
  // Without the page, its routes do not exist.
  const stage = await openStage();
  onTestFinished(() => stage.close());
  const [read] = listRequests().filter(({ path }) => path === '/ui/api/tasks');
  expect(read).toBeDefined();
  const measuring = measureRoutes(stage, stage, read ? [read] : [], 1);
  await expect(measuring).rejects.toThrow(/^GET \/ui\/api\/tasks: 404/);
});
