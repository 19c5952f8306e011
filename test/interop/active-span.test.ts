import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory, openSqlite } from '@timestep-ai/timestep';
import type { OpenBackend } from '@timestep-ai/timestep/port';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nestedSpans, NESTED, treeOf, withActiveSpans } from './nested-spans.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
let end: () => void;
beforeAll(() => {
  end = withActiveSpans();
});
afterAll(() => {
  end();
  rmSync(folder, { recursive: true });
});

const BACKENDS: readonly (readonly [string, OpenBackend])[] = [
  ['in memory', openMemory],
  ['on SQLite', (needs) => openSqlite({ ...needs, path: join(folder, 'tasks.db') })],
];

it.each(BACKENDS)('has what tools and models record below their calls, %s', async (_, open) => {
  const spans = await nestedSpans({ open });
  expect(treeOf(spans)).toEqual(NESTED);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
});

it('is part of the trace of the caller', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
  const spans = await nestedSpans({ open: openMemory, traceparent });
  expect(treeOf(spans)).toEqual(NESTED.map((path) => `(elsewhere) > ${path}`));
  expect(spans.map((span) => span.traceId)).toEqual(spans.map(() => traceId));
});

it('records nothing below a call of a trace that its caller does not record', async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';
  expect(await nestedSpans({ open: openMemory, traceparent })).toEqual([]);
});

it('leaves what is recorded to itself where tracing is off', async () => {
  const spans = await nestedSpans({ open: openMemory, isTraced: false });
  expect(treeOf(spans)).toEqual([
    'POST 1',
    'POST 1 > in POST 1',
    'POST 2',
    'POST 2 > in POST 2',
    'SELECT',
    'SELECT > in SELECT',
  ]);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(3);
});
