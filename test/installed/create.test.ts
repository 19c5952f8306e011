import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { LLMock } from '@copilotkit/aimock';
import { expect, it, onTestFinished } from 'vitest';
import { SHORT_NPM_PAUSES } from '../../scripts/test-setup/npm-pauses.ts';
import { OLDEST_NODE } from './oldest-node.ts';
import { listArchives } from './project.ts';

const run = promisify(execFile);

/** The line of the README by which a project is created. */
function readLine(): string {
  const page = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  const [line] = /^.*(?: new|create @timestep-ai) my-agent$/m.exec(page) ?? [];
  if (line === undefined) throw new Error('README.md has no line that creates a project');
  return line;
}

/** A folder beside a clone with the archives, and the variables of a shell with the oldest Node. */
function openFolder(): { readonly cwd: string; readonly env: NodeJS.ProcessEnv } {
  const parent = mkdtempSync(join(tmpdir(), 'timestep-create-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  mkdirSync(join(parent, 'timestep'));
  for (const file of Object.values(listArchives())) {
    copyFileSync(file, join(parent, 'timestep', basename(file)));
  }
  const cwd = join(parent, 'app');
  mkdirSync(cwd);
  const env = {
    PATH: [dirname(OLDEST_NODE), process.env['PATH'] ?? ''].join(delimiter),
    HOME: process.env['HOME'],
    OPENAI_API_KEY: 'sk-created',
    NO_COLOR: '1',
    npm_config_prefer_offline: 'true',
    npm_config_yes: 'true',
    ...SHORT_NPM_PAUSES,
    npm_config_cache: process.env['npm_config_cache'],
  };
  return { cwd, env };
}

it('goes from the line of the README to an answer, on the oldest Node, in an empty folder', async () => {
  const { cwd, env } = openFolder();
  const provider = new LLMock({ port: 0, host: '127.0.0.1' });
  await provider.start();
  onTestFinished(() => provider.stop());
  provider.on({ userMessage: /Who are you/ }, { content: 'I am my-agent.' });
  const begun = performance.now();
  const steps = [
    readLine(),
    'cd my-agent',
    'npm install --no-audit --no-fund',
    'node --version',
    'echo "Who are you?" | npm run --silent chat',
  ];
  const { stdout } = await run('sh', ['-c', steps.join(' && ')], {
    cwd,
    env: { ...env, OPENAI_BASE_URL: `${provider.url}/v1` },
  });
  expect(stdout).toContain('Created the agent my-agent in my-agent');
  expect(stdout).toMatch(/^v22\.19\.0\n[^]*I am my-agent\./m);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  process.stderr.write(`from the line of the README to an answer: ${seconds} s\n`);
});

it('creates a project by the package that npm create runs', async () => {
  const { cwd, env } = openFolder();
  const { timestep = '', create = '' } = listArchives();
  // With archives in place of the registry.
  const words = ['--package', timestep, '--package', create, 'create-timestep'];
  const { stdout } = await run('npx', words, { cwd, env });
  expect(stdout).toContain('Created the agent my-agent in my-agent');
  const text = readFileSync(join(cwd, 'my-agent/package.json'), 'utf8');
  const { dependencies } = JSON.parse(text) as { readonly dependencies: object };
  expect(dependencies).toMatchObject({ '@timestep-ai/timestep': `file:${timestep}` });
  const bare = await run('npx', [...words, 'plain', '--bare', '--model', 'ollama/llama3.2'], {
    cwd,
    env,
  });
  expect(bare.stdout).toContain('Created the agent plain in plain: tsagent.json, prompt.md\n');
});
