import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Agent, serve, type ServeOptions } from '#serving/server';
import type { AgentFn } from '#engine/port';
import { createTestFolder, runInProcess, type FinishedRun } from '../../timestep.fixture.ts';

/** The command of a person with a configuration of their own. */
function person(): {
  readonly file: string;
  readonly run: (...argv: string[]) => Promise<FinishedRun>;
} {
  const folder = join(createTestFolder(), 'configuration');
  return {
    file: join(folder, 'agents.json'),
    run: (...argv) => runInProcess(argv, { TIMESTEP_CONFIG: folder }, Date.now()),
  };
}

function agentIn(folder: string, name: string, more: object = {}): string {
  mkdirSync(folder, { recursive: true });
  const settings = { model: 'builtin:echo' };
  const manifest = { metadata: { name, description: `Is ${name}`, ...more }, settings };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  return folder;
}

async function servedAt(model: AgentFn, apiKeys?: ServeOptions['apiKeys']) {
  const skills = [{ id: 'look', name: 'Look', description: 'Looks up' }];
  const agent = new Agent({ agentId: 'sky', name: 'Sky', version: '4', skills, model });
  const place = { database: ':memory:', port: 0 };
  const serving = await serve({ agents: [agent], ...place, ...(apiKeys && { apiKeys }) });
  onTestFinished(() => serving.close(0));
  return serving.url;
}

const answers: AgentFn = (_messages, { emit }) => {
  for (const text of ['It is ', 'clear.']) emit({ type: 'text', text });
  return { role: 'assistant', content: 'It is clear.' };
};

it('keeps agents that are added, lists them with their health, and forgets them', async () => {
  const { file, run } = person();
  const folder = createTestFolder();
  const desk = agentIn(join(folder, 'desk'), 'Desk');
  agentIn(join(folder, 'all', 'one'), 'One');
  const broken = agentIn(join(folder, 'all', 'two'), 'Two');
  const url = await servedAt(answers);
  expect((await run('agents', 'list')).stdout).toMatch(
    /^No saved agents. Add one with: timestep agents add/,
  );
  expect(await run('agents', 'add', desk)).toEqual({
    code: 0,
    stdout: `desk  ${desk}\n`,
    stderr: '',
  });
  expect((await run('agents', 'add', join(folder, 'all'))).stdout.split('\n')).toHaveLength(3);
  expect((await run('agents', 'add', url, '--name', 'weather')).stdout).toBe(`weather  ${url}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(join(broken, 'tsagent.json'), '{');
  const { stdout } = await run('agents', 'list');
  expect(stdout).toMatch(/^NAME +HEALTH +SOURCE +DESCRIPTION\n/);
  expect(stdout).toMatch(/\ndesk +ok +\S+desk +Is Desk\n/);
  expect(stdout).toMatch(/\ntwo +bad +/);
  expect(stdout).toMatch(/\nweather +ok +http\S+ +“Sky”\n/);
  expect(stdout).toMatch(/\ntwo: \S+tsagent.json:1 is not valid JSON/);
  const { agents } = JSON.parse((await run('agents', 'list', '--json')).stdout) as {
    readonly agents: readonly object[];
  };
  expect(agents).toMatchObject([
    { name: 'desk', known: true, title: 'Desk', health: { state: 'ok' }, mode: 'interactive' },
    { name: 'one' },
    { name: 'two', health: { state: 'bad' } },
    { name: 'weather', source: url, protocolVersion: '1.0' },
  ]);
  expect((await run('agents', 'remove', 'weather')).stdout).toBe('removed weather\n');
  expect((await run('agents', 'remove', desk)).stdout).toBe('removed desk\n');
  expect(existsSync(desk)).toBe(true);
  expect(await run('agents', 'remove', 'weather')).toMatchObject({
    code: 1,
    stderr: 'timestep: no saved agent named weather: the saved agents are one, two\n',
  });
});

it('adds what cannot be used under a name only', async () => {
  const { run } = person();
  const added = await run('agents', 'add', 'http://127.0.0.1:1');
  expect(added).toMatchObject({ code: 1, stdout: '' });
  expect(added.stderr).toMatch(/^timestep: cannot reach 127.0.0.1:1/);
  expect((await run('agents', 'add', 'http://127.0.0.1:1', '--name', 'later')).code).toBe(0);
  expect((await run('agents', 'list')).stdout).toMatch(/\nlater +away +http/);
  const folder = agentIn(createTestFolder(), 'Desk');
  expect(await run('agents', 'add', folder, '--name', 'later')).toMatchObject({ code: 2 });
});

it('shows what an agent says about itself', async () => {
  const { run } = person();
  const url = await servedAt(answers, [{ key: 'secret', principal: 'ann' }]);
  await run('agents', 'add', url);
  const { code, stdout } = await run('agents', 'show', 'sky');
  expect(code).toBe(0);
  for (const line of [/^its name +Sky$/m, /^its version +4$/m, /^protocol +A2A 1.0$/m]) {
    expect(stdout).toMatch(line);
  }
  expect(stdout).toMatch(/^authentication +apiKey \(http Bearer\)$/m);
  expect(stdout).toMatch(/^its skill Look: Looks up$/m);
  expect((await run('agents', 'show', createTestFolder())).code).toBe(1);
});

it('asks an agent by name, and remembers that it was used', async () => {
  const { file, run } = person();
  const database = join(createTestFolder(), 'tasks.db');
  const url = await servedAt(answers);
  await run('agents', 'add', url);
  const asked = ['How is it?', '--database', database];
  expect(await run('agents', 'ask', 'sky', ...asked)).toEqual({
    code: 0,
    stdout: 'It is clear.\n',
    stderr: '',
  });
  const { stdout } = await run('agents', 'ask', 'sky', ...asked, '--json');
  const types = stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly type: string }).type);
  expect([types[0], types.at(-1)]).toEqual(['task.submitted', 'task.finished']);
  const desk = agentIn(join(createTestFolder(), 'desk'), 'Desk');
  expect((await run('agents', 'ask', desk, ...asked)).code).toBe(0);
  const { recent } = JSON.parse(readFileSync(file, 'utf8')) as { readonly recent: unknown };
  expect(recent).toEqual([
    { name: 'desk', source: desk },
    { name: 'sky', source: url },
  ]);
  expect((await run('agents', 'list')).stdout).toMatch(/\n\(desk\) +ok/);
});

it('leaves a turn that needs a person, and says how to answer', async () => {
  const { run } = person();
  const asks: AgentFn = () => ({ role: 'assistant', content: 'Where?', expects_reply: true });
  const url = await servedAt(asks);
  await run('agents', 'add', url);
  const database = join(createTestFolder(), 'tasks.db');
  const { code, stderr } = await run('agents', 'ask', 'sky', 'Hm', '--database', database);
  expect(code).toBe(4);
  expect(stderr).toMatch(/"Where\?" requires an answer\. Run: .* timestep chat sky --resume \S+/);
});

it('leaves a file of agents that is broken, and goes on without it where it can', async () => {
  const { file, run } = person();
  mkdirSync(join(file, '..'));
  writeFileSync(file, '{"known":');
  const sentence = `${file} is not valid JSON: fix the file or move it away; it was not changed`;
  const broken = { code: 1, stdout: '', stderr: `timestep: ${sentence}\n` };
  expect(await run('agents', 'list')).toEqual(broken);
  expect(await run('agents', 'add', agentIn(createTestFolder(), 'Desk'))).toMatchObject(broken);
  const desk = agentIn(createTestFolder(), 'Desk');
  const place = ['--database', join(createTestFolder(), 'tasks.db')];
  const asked = await run('agents', 'ask', desk, 'Hm', ...place);
  expect(asked).toMatchObject({
    code: 0,
    stderr: `timestep: the agent could not be saved as recently used: ${sentence}\n`,
  });
  expect(readFileSync(file, 'utf8')).toBe('{"known":');
});

it('switches calls of agents on and off in a folder, and shows what is different', async () => {
  const { run } = person();
  const desk = agentIn(join(createTestFolder(), 'desk'), 'Desk');
  const on = await run('agents', 'orchestrate', desk, 'on');
  expect(on.stdout).toMatch(/^tsagent\.json\n[^]*\n\+ .*"agents": \{/);
  expect(on.stderr).toMatch(/the agent lists no agents yet: add "agents": \["..\/weather"\] to/);
  expect((await run('agents', 'orchestrate', desk, 'on')).stdout).toBe('Nothing changed.\n');
  const off = await run('agents', 'orchestrate', desk, 'off');
  expect(off.stdout).toMatch(/- +"serverDefault": true\n[^]*\+ +"serverDefault": false/);
  expect(await run('agents', 'orchestrate', desk, 'maybe')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"maybe" must be on or off'),
  });
});

it.each([
  ['ask', ['hi']],
  ['show', []],
] as const)('agents %s says which agents are known', async (word, more) => {
  const { run } = person();
  expect(await run('agents', word, 'ghost', ...more)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no agent or folder ghost: no agent is saved'),
  });
  await run('agents', 'add', agentIn(join(createTestFolder(), 'desk'), 'Desk'));
  expect(await run('agents', word, 'desc', ...more)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('the saved agents are desk; did you mean desk?'),
  });
});
