import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { followFirstHour, openEmptyFolder } from './first-hour.ts';
import { listArchives } from './project.ts';

const run = promisify(execFile);

it('goes from the line of the README to an answer, on the oldest Node, in an empty folder', async () => {
  const { node, steps } = await followFirstHour();
  expect(node).toBe('v22.19.0');
  expect(steps.map(({ name }) => name)).toEqual(['create', 'install', 'first answer']);
  const [created, , answered] = steps;
  expect(created?.printed).toContain('Created the agent my-agent in my-agent');
  expect(answered?.printed).toMatch(/I am my-agent\./);
});

it('creates a project by the package that npm create runs', async () => {
  const { cwd, env, remove } = openEmptyFolder();
  onTestFinished(remove);
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
