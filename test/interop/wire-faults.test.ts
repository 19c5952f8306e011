import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory, openSqlite, type OpenBackend } from '@timestep-ai/timestep';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { listWrongAnswers, openServer } from './wire-faults.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
afterAll(() => rmSync(folder, { recursive: true }));

const BACKENDS: Readonly<Record<string, OpenBackend>> = {
  memory: openMemory,
  SQLite: (needs) => openSqlite({ ...needs, path: join(folder, 'tasks.db') }),
};

describe.each(Object.entries(BACKENDS))('with tasks in %s', (_name, backend) => {
  it('a wrong id is the mistake of its caller, who reads in which field', async () => {
    const { server, errors, send } = await openServer(backend);
    onTestFinished(() => server.close(0));
    expect(await listWrongAnswers(send)).toEqual([]);
    expect(errors).toEqual([]);
    expect((await server.runner.list({ principal: '', pageSize: 1 })).total).toBe(0);
  });
});
