import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killAtEveryPoint } from '@timestep-ai/timestep/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTemporal, type TemporalServer } from '../temporal-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
const LONGEST_MS = 300_000;
let server: TemporalServer;

beforeAll(async () => {
  server = await startTemporal(join(folder, 'temporal.db'));
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true });
});

it('loses and doubles nothing, wherever a worker is killed', { timeout: LONGEST_MS }, async () => {
  process.env['TEMPORAL_ADDRESS'] = server.address;
  try {
    const report = await killAtEveryPoint(new URL('../kill-story.ts', import.meta.url), {
      sample: 4,
      nodeFlags: ['--conditions=@timestep/source'],
    });
    // Before and after two messages, two model calls and one tool call.
    expect(report.points).toBeGreaterThanOrEqual(8);
    expect(report).toMatchObject({ kills: 4, lost: 0, doubled: 0, unanswered: 0, faults: [] });
  } finally {
    delete process.env['TEMPORAL_ADDRESS'];
  }
});
