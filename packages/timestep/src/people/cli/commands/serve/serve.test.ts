import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { loadBackends } from '../../backends/backends.ts';
import { runCommandLine } from '../../run.ts';
import { createTestFolder, runInProcess, runInSubprocess } from '../../timestep.fixture.ts';

const MAIN = join(import.meta.dirname, '../../main.ts');

function agentFolder(): string {
  const folder = createTestFolder();
  const settings = { model: 'lmstudio/m' };
  const manifest = JSON.stringify({ metadata: { name: 'Guide' }, settings });
  writeFileSync(join(folder, 'tsagent.json'), manifest);
  return folder;
}

function started(
  args: readonly string[],
  model = 'http://127.0.0.1:1/v1',
  env: Readonly<Record<string, string>> = {},
) {
  const child = spawn(process.execPath, ['--conditions=@timestep/source', MAIN, ...args], {
    env: { ...process.env, LMSTUDIO_BASE_URL: model, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr.pipe(process.stderr);
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

async function nextOf(lines: AsyncIterator<string>): Promise<string> {
  const { value } = await lines.next();
  return String(value);
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

it('listens on the port that a platform chooses, unless an option names another', async () => {
  const folder = agentFolder();
  const port = await findFreePort();
  const args = ['serve', folder, '--json', '--no-ui', '--database', join(folder, 'tasks.db')];
  const { child, lines } = started(args, undefined, { PORT: String(port) });
  expect(JSON.parse(await nextOf(lines))).toMatchObject({ port });
  const other = started([...args, '--port', '0'], undefined, { PORT: String(port) });
  const { port: chosen } = JSON.parse(await nextOf(other.lines)) as { readonly port: number };
  expect(chosen).not.toBe(port);
  child.kill('SIGTERM');
  await once(child, 'exit');
});

it('refuses a PORT that is no port', async () => {
  const { code, stderr } = await runInProcess(['serve', agentFolder()], { PORT: 'http' });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('invalid PORT "http": use a number, or unset it'),
  });
});

/** Serves a folder whose model never answers, and stops the server while a task waits for the model. */
async function stopWhileModelHangs(grace: string): Promise<number> {
  const asked = Promise.withResolvers<void>();
  const model = createServer(() => asked.resolve()).listen(0, '127.0.0.1');
  await once(model, 'listening');
  onTestFinished(() => model.closeAllConnections());
  const { port } = model.address() as AddressInfo;
  const folder = agentFolder();
  const args = ['serve', folder, '--port', '0', '--json', '--no-ui', '--grace', grace];
  const { child, lines } = started(
    [...args, '--database', join(folder, 'tasks.db')],
    `http://127.0.0.1:${port}/v1`,
  );
  const { url } = JSON.parse(await nextOf(lines)) as { readonly url: string };
  const body = JSON.stringify({ model: 'guide', input: 'go' });
  const headers = { 'content-type': 'application/json' };
  const answered = fetch(`${url}/v1/responses`, { method: 'POST', headers, body }).catch(
    () => 'cut',
  );
  await asked.promise;
  const stoppedAt = performance.now();
  child.kill('SIGTERM');
  await once(child, 'exit');
  await answered;
  return performance.now() - stoppedAt;
}

it('gives running tasks the time of --grace when it is stopped', async () => {
  const [none, some] = await Promise.all([stopWhileModelHangs('0s'), stopWhileModelHangs('3s')]);
  expect(none).toBeLessThan(3000);
  expect(some).toBeGreaterThan(3000);
}, 30_000);

it('has its page unless that is not wanted, and with a key asks for that', async () => {
  const folder = agentFolder();
  const base = ['serve', folder, '--port', '0', '--json', '--database', join(folder, 'tasks.db')];
  const without = started([...base, '--no-ui']);
  const bare = JSON.parse(await nextOf(without.lines)) as { readonly url: string };
  expect(bare).not.toHaveProperty('page');
  expect((await fetch(`${bare.url}/ui/api/session`)).status).toBe(404);
  without.child.kill('SIGTERM');
  await once(without.child, 'exit');
  const runs = join(folder, 'kept');
  const { lines } = started([...base, '--api-key', 'a-key', '--runs', runs]);
  const { page, url } = JSON.parse(await nextOf(lines)) as {
    readonly page: string;
    readonly url: string;
  };
  expect(page).toBe(`${url}/ui/`);
  const status = async (authorization: string): Promise<number> =>
    (await fetch(`${url}/ui/api/session`, { headers: { authorization } })).status;
  expect([await status('Bearer a-key'), await status('Bearer other')]).toEqual([200, 401]);
  const evals = await fetch(`${url}/ui/api/evals`, { headers: { authorization: 'Bearer a-key' } });
  expect(await evals.json()).toEqual({ folder: runs, runs: [] });
});

it('runs suites of its folder against the agents that it serves', async () => {
  const folder = createTestFolder();
  const agent = join(folder, 'reviewer.md');
  writeFileSync(agent, '---\nname: reviewer\ndescription: reviews\n---\nReview.\n');
  const suites = join(folder, 'suites');
  mkdirSync(suites);
  const task = { id: 'one', messages: [{ role: 'user', content: 'sun' }] };
  const expected = { final_contains: 'sun' };
  writeFileSync(join(suites, 'sky.jsonl'), JSON.stringify({ ...task, expected }));
  const runs = join(folder, 'kept');
  const places = ['--database', join(folder, 'tasks.db'), '--runs', runs, '--suites', suites];
  const options = ['--port', '0', '--json', '--api-key', 'a-key', '--model', 'lmstudio/other'];
  const { child, lines } = started(['serve', agent, ...options, ...places]);
  const { url } = JSON.parse(await nextOf(lines)) as { readonly url: string };
  const headers = { authorization: 'Bearer a-key', 'content-type': 'application/json' };
  const at = async (path: string, body?: unknown): Promise<unknown> => {
    const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return (await fetch(`${url}/ui/api/evals${path}`, { headers, ...post })).json();
  };
  expect(await at('/choices')).toEqual({
    folder: suites,
    suites: ['sky.jsonl'],
    agents: [
      { id: 'reviewer', spec: `folder:${agent}` },
      { id: 'builtin:echo', spec: 'builtin:echo' },
    ],
  });
  const sizes = { suite: 'sky.jsonl', trials: 1, concurrency: 1 };
  expect(await at('/runs', { ...sizes, name: 'echo', agent: 'builtin:echo' })).toEqual({
    name: 'echo',
  });
  await expect.poll(() => at('/runs/echo/summary')).toMatchObject({ passed: 1, isGoing: false });
  await at('/runs', { ...sizes, name: 'alone', agent: 'reviewer' });
  // No model is there to answer.
  await expect
    .poll(() => at('/runs/alone/summary'))
    .toMatchObject({
      agent: `folder:${agent} with lmstudio/other`,
      errors: 1,
      isGoing: false,
    });
  child.kill('SIGTERM');
  expect((await once(child, 'exit'))[0]).toBe(0);
});

it('serves the agent of a folder until it is told to stop', async () => {
  const folder = agentFolder();
  const database = join(folder, 'data', 'tasks.db');
  const args = ['serve', folder, '--port', '0', '--database', database];
  const { child, lines } = started(args);
  const [page] = /http\S+\/ui\/#token=\S{32}$/.exec(await nextOf(lines)) ?? [];
  expect(page).toBeDefined();
  const url = /^guide +(http\S+)$/.exec(await nextOf(lines))?.[1];
  const card = await fetch(`${url}/.well-known/agent-card.json`);
  expect(await card.json()).toMatchObject({ name: 'Guide' });
  expect(existsSync(database)).toBe(true);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('says which file and field of a folder is wrong, and shows no stack', async () => {
  const folder = createTestFolder();
  writeFileSync(join(folder, 'tsagent.json'), '{\n  "metadata": {}\n}');
  const { code, stderr } = await runInSubprocess('serve', folder, '--port', '0');
  expect(code).toBe(1);
  expect(stderr).toMatch(/^timestep: .*tsagent\.json:\d+ metadata\.name/);
  expect(stderr).not.toMatch(/\n\s+at /);
});

it('serves an agent of a single file, and says what it does not carry over', async () => {
  const folder = createTestFolder();
  const path = join(folder, 'reviewer.md');
  writeFileSync(path, '---\ndescription: Reviews\nhooks: {}\nmodel: lmstudio/m\n---\nReview.');
  const args = ['serve', path, '--port', '0', '--database', join(folder, 'tasks.db')];
  const { child, lines } = started(args);
  const [errors] = (await once(child.stderr, 'data')) as [Buffer];
  expect(errors.toString()).toContain(`timestep: warning: ${path}:3 hooks is not imported`);
  expect(await nextOf(lines)).toMatch(/^page +http/);
  expect(await nextOf(lines)).toMatch(/^reviewer +http/);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('goes on with the last good files where an edit is broken, and says so', async () => {
  const folder = agentFolder();
  const args = ['serve', folder, '--port', '0', '--database', join(folder, 'tasks.db')];
  const { child, lines } = started(args);
  await lines.next();
  const said = once(child.stderr, 'data') as Promise<[Buffer]>;
  writeFileSync(join(folder, 'tsagent.json'), '{\n');
  expect(String((await said)[0])).toMatch(
    /^timestep: changes not applied: .*tsagent\.json:\d is not valid JSON\n$/,
  );
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('listens to other machines only where callers prove who they are', async () => {
  const folder = agentFolder();
  const place = ['--port', '0', '--database', join(folder, 'tasks.db'), '--host', '0.0.0.0'];
  const { code, stderr } = await runInSubprocess('serve', folder, ...place);
  expect(code).toBe(1);
  expect(stderr).toMatch(/0\.0\.0\.0/);
});

it('answers to the names it is told of', async () => {
  const folder = agentFolder();
  const database = join(folder, 'tasks.db');
  const names = ['--allowed-host', 'one.example', '--allowed-host', 'Two.Example'];
  const page = 'http://localhost:5173';
  const place = ['--port', '0', '--database', database, '--public-url', 'https://agents.example'];
  const args = ['serve', folder, ...place, ...names, '--allowed-origin', page, '--json'];
  const { child, lines } = started(args);
  const first = await lines.next();
  const { port } = JSON.parse(String(first.value)) as { readonly port: number };
  for (const name of ['one.example', 'two.example', 'agents.example', 'localhost']) {
    expect([name, await statusAs(name, port)]).toEqual([name, 200]);
  }
  expect(await statusAs('three.example', port)).toBe(403);
  const asked = (origin: string) =>
    fetch(`http://127.0.0.1:${port}/agui`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    }).then(({ headers }) => headers.get('access-control-allow-origin'));
  expect([await asked(page), await asked('http://localhost:5174')]).toEqual([page, null]);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('ends with a sentence where responses cannot be kept', async () => {
  const folder = agentFolder();
  const database = join(folder, 'tasks.db');
  mkdirSync(`${database}.responses`);
  const { code, stderr } = await runInSubprocess(
    'serve',
    folder,
    '--port',
    '0',
    '--database',
    database,
  );
  expect(code).toBe(1);
  expect(stderr).toMatch(/^timestep: .*tasks\.db\.responses.*\n$/);
  expect(stderr).not.toContain('defect');
});

it.each([
  ['--api-key', ''],
  ['--api-key', '  '],
  ['--api-key', '${env:TIMESTEP_TEST_EMPTY}'],
  ['--allowed-host', ''],
  ['--allowed-host', 'https://agents.example/'],
  ['--allowed-origin', 'app.example'],
  ['--allowed-origin', 'https://app.example/page'],
  ['--public-url', 'agents.example'],
])('does not start with %s %j', async (option, value) => {
  let complaint = '';
  const exit = await runCommandLine(['serve', 'folder', option, value], {
    version: '0',
    loadBackends: () => loadBackends([], []),
    env: { TIMESTEP_TEST_EMPTY: '' },
    now: 0,
    isStderrTerminal: false,
    getStopSignal: () => AbortSignal.abort(),
    write: () => undefined,
    writeError: (text) => (complaint += text),
  });
  expect([exit, complaint]).toEqual([2, expect.stringMatching(/: see timestep serve --help/)]);
});

function statusAs(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/health', headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }).on('error', reject);
  });
}
