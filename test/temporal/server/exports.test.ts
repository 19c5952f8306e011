import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exported, wrongWith, type Exported, type KillPoint } from '../../crash/exported-once.ts';
import { startTemporal, type TemporalServer } from '../temporal-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
let temporal: TemporalServer;
let stories = 0;

beforeAll(async () => {
  temporal = await startTemporal(join(folder, 'temporal.db'));
});
afterAll(async () => {
  await temporal?.stop();
  rmSync(folder, { recursive: true });
});

function story(kill?: KillPoint): Promise<Exported> {
  stories += 1;
  return exported(kill, [temporal.address, `exports-${stories}`]);
}

it('sends every span of a task on Temporal once, wherever the worker is killed', async () => {
  const undisturbed = await story();
  expect(undisturbed.received).toEqual(undisturbed.ids);
  expect(undisturbed.names).toHaveLength(6);
  const problems: string[] = [];
  for (const kill of [
    { point: 'after change', at: 2 },
    { point: 'after change', at: 5 },
    { point: 'before claim', at: 1 },
    { point: 'before claim', at: 3 },
    { point: 'after claim', at: 2 },
    { point: 'after sending', at: 2 },
  ]) {
    const wrong = wrongWith(await story(kill), undisturbed);
    problems.push(...wrong.map((what) => `killed ${kill.point} ${kill.at}: ${what}`));
  }
  expect(problems).toEqual([]);
});
