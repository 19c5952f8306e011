import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runNow, createTestFolder, type FinishedRun } from '../../timestep.fixture.ts';

const MAIN = join(import.meta.dirname, '../../main.ts');

/** Fails to find the package of the protocol, as where it is not installed. */
const WITHOUT_SDK = `data:text/javascript,
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(specifier, context, next) {
      if (!specifier.startsWith('@agentclientprotocol/')) return next(specifier, context);
      throw Object.assign(new Error('not there'), { code: 'ERR_MODULE_NOT_FOUND' });
    },
  });
`.replaceAll(/\s+/g, ' ');

function agentFolder(name: string): string {
  const folder = join(createTestFolder(), name);
  mkdirSync(folder);
  const manifest = { metadata: { name: 'Guide' }, settings: { model: 'builtin:echo' } };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  return folder;
}

/** Runs the command with an input that ends at once. */
function acp(folder: string, ...node: readonly string[]): Promise<FinishedRun> {
  const database = join(folder, 'tasks.db');
  const args = ['--conditions=@timestep/source', ...node, MAIN, 'acp', folder];
  return new Promise((resolve) => {
    const all = [...args, '--database', database];
    const child = execFile(process.execPath, all, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
    child.stdin?.end();
  });
}

it('ends without a word when the editor goes', async () => {
  expect(await acp(agentFolder('guide'))).toEqual({ code: 0, stdout: '', stderr: '' });
});

it('says what to install where the protocol is not there', async () => {
  const { code, stdout, stderr } = await acp(agentFolder('guide'), '--import', WITHOUT_SDK);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('timestep acp requires a package: npm install @agentclientprotocol/sdk');
});

it('takes one folder and more, of different agents', async () => {
  expect(await runNow('acp')).toMatchObject({ code: 2 });
  const [one, two] = [agentFolder('one'), agentFolder('two')];
  const { code, stderr } = await runNow('acp', one, two, '--runner', 'memory');
  expect(code).toBe(2);
  expect(stderr).toContain('two of the folders contain an agent with the id guide');
  expect((await runNow('acp', '--help')).stdout).toContain('timestep acp <folder> …');
});
