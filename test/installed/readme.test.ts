/** What the README promises to somebody with an empty folder: its line, its program, and the command that is installed. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { SHORT_NPM_PAUSES } from '../../scripts/test-setup/npm-pauses.ts';
import { listArchives } from './project.ts';

const run = promisify(execFile);
const repository = join(import.meta.dirname, '../..');
const readme = readFileSync(join(repository, 'README.md'), 'utf8');
const env: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
  NODE_OPTIONS: '',
  NO_COLOR: '1',
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  ...SHORT_NPM_PAUSES,
};
const parent = mkdtempSync(join(tmpdir(), 'timestep-readme-'));
const app = join(parent, 'app');

beforeAll(async () => {
  mkdirSync(join(parent, 'timestep'));
  for (const file of Object.values(listArchives()))
    copyFileSync(file, join(parent, 'timestep', basename(file)));
  mkdirSync(app);
  const [, line] = /^npm ci && npm pack .*\n(npm install .+)$/m.exec(readme) ?? [];
  if (line === undefined) throw new Error('the README has no line that installs the package');
  await run('sh', ['-c', line], { cwd: app, env });
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

it('installs by the line of the README, whose first program then answers', async () => {
  const provider = new LLMock({ port: 0, host: '127.0.0.1' });
  await provider.start();
  onTestFinished(() => provider.stop());
  provider.on({}, { content: 'From the model.' });
  const [, program = ''] = /^```ts\n([^]+?)^```$/m.exec(readme) ?? [];
  writeFileSync(join(app, 'agent.ts'), program.replace('port: 10000', 'port: 0'));
  const given = { OPENAI_API_KEY: 'sk-readme', OPENAI_BASE_URL: `${provider.url}/v1` };
  const child = spawn('node', ['agent.ts'], { cwd: app, env: { ...env, ...given } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const first = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  expect(first.value).toContain('From the model.');
});

it('ends the server by a signal to the installed command, as process managers send it', async () => {
  mkdirSync(join(app, 'desk'));
  const manifest = { metadata: { name: 'Desk' }, settings: { model: 'script:script.json' } };
  writeFileSync(join(app, 'desk/tsagent.json'), JSON.stringify(manifest));
  writeFileSync(join(app, 'desk/script.json'), '{ "rules": [{ "reply": "Hello." }] }');
  const command = join(app, 'node_modules/.bin/timestep');
  const child = spawn(command, ['serve', 'desk', '--port', '0', '--json'], { cwd: app, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const first = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  const { port } = JSON.parse(String(first.value)) as { readonly port: number };
  const health = `http://127.0.0.1:${port}/health`;
  expect((await fetch(health)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  await expect(fetch(health)).rejects.toThrow('fetch failed');
});

it('has the command in a clone, as the README writes it', async () => {
  expect(readme).toContain('npm run timestep -- chat');
  const args = ['run', '--silent', 'timestep', '--', '--version'];
  const { stdout } = await run('npm', args, { cwd: repository, env });
  expect(stdout).toMatch(/^\d+\.\d+\.\d+/);
});
