import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTemporal } from '@timestep-ai/temporal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NESTED, nestedSpans, treeOf, withActiveSpans } from '../../interop/nested-spans.ts';
import { startTemporal, type TemporalServer } from '../temporal-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
let temporal: TemporalServer;
let end: () => void;

beforeAll(async () => {
  temporal = await startTemporal(join(folder, 'temporal.db'));
  end = withActiveSpans();
});
afterAll(async () => {
  end();
  await temporal?.stop();
  rmSync(folder, { recursive: true });
});

it('has what tools and models record below their calls, in activities', async () => {
  const place = { database: join(folder, 'tasks.db'), address: temporal.address };
  const spans = await nestedSpans({ open: (needs) => openTemporal({ ...needs, ...place }) });
  expect(treeOf(spans)).toEqual(NESTED);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
});
