import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentStorageSuite } from '#testing';
import { fileStorage } from './file-storage.ts';
import { createTestFolder } from '../folder.fixture.ts';
import { memoryStorage } from './memory-storage.ts';

describe.each([
  ['files', () => fileStorage(createTestFolder({}))],
  ['memory', () => memoryStorage()],
])('an agent in %s', (_, storage) => {
  it.each(agentStorageSuite)('$name', async ({ run }) => {
    await expect(run(storage())).resolves.toBeUndefined();
  });
});

describe('fileStorage', () => {
  it('keeps the permissions of a file, and gives secrets private ones', async () => {
    const folder = createTestFolder({ 'tsagent.json': '{}', 'run.sh': '#!/bin/sh\n' });
    const storage = fileStorage(folder);
    chmodSync(join(folder, 'tsagent.json'), 0o600);
    chmodSync(join(folder, 'run.sh'), 0o755);
    for (const path of ['tsagent.json', 'run.sh']) {
      const version = (await storage.read(path))?.version ?? '';
      await storage.write(path, 'new', { version });
    }
    await storage.write('.env', 'A=1', {});
    await storage.write('skills/a/run.sh', 'x', { mode: 0o755 });
    const modeOf = (path: string) => statSync(join(folder, path)).mode & 0o777;
    expect(['tsagent.json', 'run.sh', '.env', 'skills/a/run.sh'].map(modeOf)).toEqual([
      0o600, 0o755, 0o600, 0o755,
    ]);
    expect((await storage.read('run.sh'))?.mode).toBe(0o755);
  });

  it('leaves nothing beside what was written, also where it was refused', async () => {
    const folder = createTestFolder({ 'a.md': 'one' });
    const storage = fileStorage(folder);
    const version = (await storage.read('a.md'))?.version ?? '';
    await storage.write('a.md', 'two', { version });
    await expect(storage.write('a.md', 'three', { version })).rejects.toThrow(
      'was changed after it was read: read it again and repeat the change',
    );
    expect(readdirSync(folder)).toEqual(['a.md']);
  });

  it('notices that another program wrote, at whatever moment', async () => {
    const folder = createTestFolder({ 'a.md': 'one' });
    const storage = fileStorage(folder);
    const version = (await storage.read('a.md'))?.version ?? '';
    const writing = storage.write('a.md', 'of ours', { version });
    writeFileSync(join(folder, 'a.md'), 'two');
    await expect(writing).rejects.toMatchObject({ code: 'changed-underneath' });
    expect(readFileSync(join(folder, 'a.md'), 'utf8')).toBe('two');
  });

  it('writes what a link leads to, and the link stays', async () => {
    const folder = createTestFolder({ 'shared/a.mdt': 'one' });
    mkdirSync(join(folder, 'rules'));
    symlinkSync('../shared/a.mdt', join(folder, 'rules', 'a.mdt'));
    const storage = fileStorage(folder);
    const version = (await storage.read('rules/a.mdt'))?.version ?? '';
    await storage.write('rules/a.mdt', 'two', { version });
    expect(lstatSync(join(folder, 'rules', 'a.mdt')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'shared', 'a.mdt'), 'utf8')).toBe('two');
  });
});
