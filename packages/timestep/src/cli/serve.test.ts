import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { newFolder, timestep } from './timestep.fixture.ts';

const MAIN = join(import.meta.dirname, 'main.ts');

function agentFolder(): string {
  const folder = newFolder();
  const settings = { model: 'lmstudio/m' };
  const manifest = JSON.stringify({ metadata: { name: 'Guide' }, settings });
  writeFileSync(join(folder, 'tsagent.json'), manifest);
  return folder;
}

it('serves the agent of a folder until it is told to stop', async () => {
  const folder = agentFolder();
  const database = join(folder, 'data', 'tasks.db');
  const args = ['serve', folder, '--port', '0', '--database', database];
  const child = spawn(process.execPath, ['--conditions=@timestep/source', MAIN, ...args], {
    env: { ...process.env, LMSTUDIO_BASE_URL: 'http://127.0.0.1:1/v1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const first = await lines.next();
  const url = /^guide +(http\S+)$/.exec(String(first.value))?.[1];
  const card = await fetch(`${url}/.well-known/agent-card.json`);
  expect(await card.json()).toMatchObject({ name: 'Guide' });
  expect(existsSync(database)).toBe(true);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
}, 20_000);

it('says which file and field of a folder is wrong, and shows no stack', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'tsagent.json'), '{\n  "metadata": {}\n}');
  const { code, stderr } = await timestep('serve', folder, '--port', '0');
  expect(code).toBe(1);
  expect(stderr).toMatch(/^timestep: .*tsagent\.json:\d+ metadata\.name/);
  expect(stderr).not.toMatch(/\n\s+at /);
});

it('listens to other machines only where callers prove who they are', async () => {
  const folder = agentFolder();
  const place = ['--port', '0', '--database', join(folder, 'tasks.db'), '--host', '0.0.0.0'];
  const { code, stderr } = await timestep('serve', folder, ...place);
  expect(code).toBe(1);
  expect(stderr).toMatch(/0\.0\.0\.0/);
});
