import { describe, expect, it } from 'vitest';
import { killAtEveryPoint } from './kill-at-every-point.ts';

const LONGEST_MS = 120_000;
const nodeFlags = ['--conditions=@timestep/source'];

describe('killAtEveryPoint', { timeout: LONGEST_MS }, () => {
  it('finds nothing lost or doubled, wherever an agent on SQLite is killed', async () => {
    const script = new URL('desk.fixture.ts', import.meta.url);
    const report = await killAtEveryPoint(script, { sample: 6, nodeFlags });
    expect(report.points).toBeGreaterThan(15);
    expect(report).toMatchObject({ kills: 6, lost: 0, doubled: 0, unanswered: 0, faults: [] });
  });

  it('finds what a backend loses that keeps tasks in memory', async () => {
    const script = new URL('forgetful.fixture.ts', import.meta.url);
    const report = await killAtEveryPoint(script, { nodeFlags });
    expect(report.lost).toBeGreaterThan(0);
    expect(report.faults[0]).toMatchObject({
      kind: 'lost',
      message: 'the task of message 1 is gone',
    });
  });

  it('says why a story fails without a kill', async () => {
    const script = new URL('there-is-no-such.fixture.ts', import.meta.url);
    await expect(killAtEveryPoint(script, { nodeFlags })).rejects.toThrow(
      /the script of the kill test failed: .*there-is-no-such/s,
    );
  });
});
