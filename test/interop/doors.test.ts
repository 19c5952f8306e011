import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory, openSqlite } from '@timestep-ai/timestep';
import { afterAll, describe, expect, it } from 'vitest';
import { ROWS } from './doors/rows.ts';
import { problemsOf, play } from './doors/play.ts';
import type { Column } from './doors/stage.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
afterAll(() => rmSync(folder, { recursive: true }));

const NAMED = ROWS.map((row) => [row.name, row] as const);

const COLUMNS: readonly Column[] = [
  { name: 'memory', isDurable: false, open: (_place, needs) => openMemory(needs) },
  {
    name: 'SQLite',
    isDurable: true,
    open: (place, needs) => openSqlite({ ...needs, path: join(folder, `${place}.db`) }),
  },
];

describe.each(COLUMNS)('on $name', (column) => {
  it.each(NAMED)('%s', async (_name, row) => {
    expect(problemsOf(column, row, await play(column, row))).toEqual([]);
  });
});

describe('the table notices', () => {
  const [column] = COLUMNS.filter(({ isDurable }) => isDurable);
  it.each(NAMED)('what breaks: %s', async (_name, row) => {
    if (!column) throw new Error('there is no durable column');
    const seen = await play(column, { ...row, ...row.broken });
    expect(problemsOf(column, row, seen)).not.toEqual([]);
  });
});
