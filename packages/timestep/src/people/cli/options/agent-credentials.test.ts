import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Agent, serve } from '#serving/server';
import { createTestFolder, runInProcess, type FinishedRun } from '../timestep.fixture.ts';

const SECRET = 'sesame-4711';

async function keyedAgent(): Promise<string> {
  const agent = new Agent({
    agentId: 'guarded',
    name: 'Guarded',
    model: () => ({ role: 'assistant', content: 'sun' }),
  });
  const apiKeys = [{ key: SECRET, principal: 'ann' }];
  const served = await serve({ agents: [agent], apiKeys, port: 0, database: ':memory:' });
  onTestFinished(() => served.close(0));
  return served.url;
}

const WITH_TOKEN = { TOKEN: SECRET };

async function graded(
  spec: string,
  more: readonly string[],
  env: Readonly<Record<string, string>> = WITH_TOKEN,
): Promise<FinishedRun & { readonly files: string }> {
  const folder = createTestFolder();
  const tasks = join(folder, 'tasks.jsonl');
  const messages = [{ role: 'user', content: 'hi' }];
  writeFileSync(tasks, JSON.stringify({ messages, expected: { final_contains: 'sun' } }));
  const outdir = join(folder, 'run');
  const asked = ['run', '--tasks', tasks, '--outdir', outdir, '--trials', '1', '--agent', spec];
  const ended = await runInProcess([...asked, ...more], env);
  const files = ['run_meta.json', 'results.jsonl']
    .map((name) => join(outdir, name))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('');
  return { ...ended, files };
}

it.each(['a2a', 'responses'])('%s: agents are called with credentials', async (kind) => {
  const url = await keyedAgent();
  const refused = await graded(`${kind}:${url}`, []);
  expect(refused).toMatchObject({ code: 1 });
  const bearer = ['--agent-header', 'Authorization: Bearer ${env:TOKEN}'];
  const taken = await graded(`${kind}:${url}`, bearer);
  expect(taken).toMatchObject({ code: 0, stdout: expect.stringContaining('1 passed') as string });
  const named = await graded(`${kind}:${url}`, [
    '--agent-header',
    'X-Team: eval',
    '--agent-header',
    'X-API-Key: ${env:TOKEN}',
  ]);
  expect(named).toMatchObject({ code: 0 });
  for (const { files, stdout, stderr } of [taken, named]) {
    expect(files + stdout + stderr).not.toContain(SECRET);
  }
});

it.each([
  ['no name', 'a2a:http://127.0.0.1:9', ['Bearer x'], 'use the form NAME: VALUE'],
  ['no value', 'a2a:http://127.0.0.1:9', ['X-API-Key:'], 'use the form NAME: VALUE'],
  ['an unset variable', 'a2a:http://127.0.0.1:9', ['X-API-Key: ${env:NONE}'], 'NONE is not set'],
  ['a value that is none', 'a2a:http://127.0.0.1:9', ['X-API-Key: ${env:TORN}'], 'X-API-Key'],
  ['an agent without headers', 'builtin:echo', ['X-API-Key: x'], 'a2a: or responses:'],
  ['credentials in the address', `a2a:http://u:${SECRET}@127.0.0.1:9`, [], '--agent-header'],
  ['the same there', `responses:http://u:${SECRET}@127.0.0.1:9`, [], '--agent-header'],
])('refuses %s', async (_, spec, headers, said) => {
  const more = headers.flatMap((header) => ['--agent-header', header]);
  const told = await graded(spec, more, { TORN: `${SECRET}\nx` });
  expect(told).toMatchObject({ stdout: '', files: '' });
  expect(told.code).toBeGreaterThan(0);
  expect(told.stderr).toContain(said);
  expect(told.stderr).not.toContain(SECRET);
});
