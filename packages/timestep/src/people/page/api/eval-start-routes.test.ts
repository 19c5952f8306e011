import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readRun } from '#eval';
import { scriptedAgent } from '#agents/model';
import { openMemory } from '#engine/runner';
import { Agent, serve, type Serving } from '#serving/server';
import type { EvalChoices, EvalRunSummary, StartEvalRequest, PageFailure } from '#people/view';
import { createPageProtocol } from '../page-protocol.ts';

const TOKEN = 'a-token';
const ASKED: StartEvalRequest = {
  name: 'first',
  suite: 'desk.jsonl',
  agent: 'echo',
  trials: 2,
  concurrency: 2,
};

let serving: Serving;
let folder: string;
let failures: unknown[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'timestep-starts-'));
  failures = [];
  mkdirSync(join(folder, 'suites'));
  const tasks = ['sun', 'rain'].map((word) => ({
    id: word,
    messages: [{ role: 'user', content: word }],
    expected: { final_contains: 'sun' },
  }));
  const text = tasks.map((task) => `${JSON.stringify(task)}\n`).join('');
  writeFileSync(join(folder, 'suites/desk.jsonl'), text);
  writeFileSync(join(folder, 'suites/broken.jsonl'), 'no JSON\n');
  writeFileSync(join(folder, 'suites/notes.md'), '');
  writeFileSync(join(folder, 'outside.jsonl'), text);
});

afterEach(async () => {
  await serving.close(0);
  rmSync(folder, { recursive: true, force: true });
});

async function open({ hasSuites = true } = {}): Promise<void> {
  const agent = new Agent({
    agentId: 'guide',
    name: 'Guide',
    model: scriptedAgent(() => 'Hello.'),
  });
  const never = `cmd:${process.execPath} -e "setInterval(() => undefined, 1e8)"`;
  const evals = {
    suites: join(folder, 'suites'),
    agents: () => [
      { id: 'echo', spec: 'builtin:echo' },
      { id: 'never', spec: never },
      { id: 'nowhere', spec: `folder:${join(folder, 'none')}` },
    ],
  };
  serving = await serve({
    agents: [agent],
    port: 0,
    backend: (needs) => openMemory(needs),
    onError: (thrown) => failures.push(thrown),
    protocols: [
      createPageProtocol({
        access: { kind: 'token', token: TOKEN },
        files: async () => new Map(),
        runs: join(folder, 'runs'),
        ...(hasSuites && { evals }),
      }),
    ],
  });
}

async function at(path: string, body?: unknown, token = TOKEN): Promise<Response> {
  return serving.fetch(
    new Request(`${serving.url}/ui/api/evals${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    }),
  );
}

async function refused(body: unknown): Promise<readonly [number, string]> {
  const response = await at('/runs', body);
  const { error } = (await response.json()) as PageFailure;
  return [response.status, error.code];
}

async function summary(name: string): Promise<EvalRunSummary> {
  return (await (await at(`/runs/${name}/summary`)).json()) as EvalRunSummary;
}

it('says which suites and agents there are, and none where it starts no runs', async () => {
  await open();
  const choices = (await (await at('/choices')).json()) as EvalChoices;
  expect(choices.folder).toBe(join(folder, 'suites'));
  expect(choices.suites).toEqual(['broken.jsonl', 'desk.jsonl']);
  expect(choices.agents.map(({ id }) => id)).toEqual(['echo', 'never', 'nowhere']);
  await serving.close(0);
  await open({ hasSuites: false });
  expect(await (await at('/choices')).json()).toEqual({ suites: [], agents: [] });
  expect(await refused(ASKED)).toEqual([404, 'no-suites']);
});

it('runs a suite as the command does, and says how far it is', async () => {
  await open();
  expect((await at('/runs', ASKED)).status).toBe(200);
  await expect.poll(async () => (await summary('first')).trials).toBe(4);
  await expect.poll(async () => (await summary('first')).isGoing).toBe(false);
  expect(await summary('first')).toMatchObject({
    agent: 'builtin:echo',
    suite: 'desk.jsonl',
    passed: 2,
    failed: 2,
    canBeStopped: false,
  });
  const { meta } = readRun(join(folder, 'runs/first'));
  expect(meta).toMatchObject({ trials: 2, concurrency: 2, environment: 'builtin:default' });
  expect(failures).toEqual([]);
});

it('stops a run that it has started, and no other', async () => {
  await open();
  expect((await at('/runs', { ...ASKED, agent: 'never' })).status).toBe(200);
  expect(await summary('first')).toMatchObject({ isGoing: true, canBeStopped: true, trials: 0 });
  expect(await refused({ ...ASKED, agent: 'never' })).toEqual([409, 'run-exists']);
  expect((await at('/runs/first/stop', {})).status).toBe(200);
  await expect.poll(async () => (await summary('first')).isGoing).toBe(false);
  expect(await summary('first')).toMatchObject({ canBeStopped: false, trials: 0 });
  for (const name of ['first', 'none', '../first']) {
    expect((await at(`/runs/${encodeURIComponent(name)}/stop`, {})).status).toBe(409);
  }
  expect(await refused(ASKED)).toEqual([409, 'run-exists']);
  expect(failures).toEqual([]);
});

it('stops its runs when the server ends', async () => {
  await open();
  expect((await at('/runs', { ...ASKED, agent: 'never' })).status).toBe(200);
  await serving.close(0);
  expect(readRun(join(folder, 'runs/first')).meta.ended_at).toBeUndefined();
});

it('has so many runs at a time and no more', async () => {
  await open();
  for (const name of ['a', 'b', 'c', 'd']) {
    expect((await at('/runs', { ...ASKED, name, agent: 'never' })).status).toBe(200);
  }
  expect(await refused({ ...ASKED, name: 'e' })).toEqual([409, 'too-many-runs']);
});

it('refuses what is not there or cannot be run, and begins nothing', async () => {
  await open();
  expect(await refused({ ...ASKED, suite: 'none.jsonl' })).toEqual([404, 'suite-not-found']);
  expect(await refused({ ...ASKED, agent: 'none' })).toEqual([404, 'agent-not-found']);
  expect(await refused({ ...ASKED, suite: 'broken.jsonl' })).toEqual([400, 'bad-task']);
  expect((await refused({ ...ASKED, agent: 'nowhere' }))[0]).toBe(400);
  expect(existsSync(join(folder, 'runs'))).toBe(false);
  expect((await at('/runs', ASKED, 'another')).status).toBe(401);
  expect(failures).toEqual([]);
});

it.each<[string, unknown]>([
  ['a list', []],
  ['another name', { ...ASKED, name: '../first' }],
  ['a hidden name', { ...ASKED, name: '.first' }],
  ['a name with a slash', { ...ASKED, name: 'a/b' }],
  ['a name of words', { ...ASKED, name: 'a; rm -rf b' }],
  ['no name', { ...ASKED, name: '' }],
  ['no suite', { ...ASKED, suite: undefined }],
  ['a suite that is none', { ...ASKED, suite: 7 }],
  ['no trials', { ...ASKED, trials: 0 }],
  ['half a trial', { ...ASKED, trials: 1.5 }],
  ['trials as words', { ...ASKED, trials: '3' }],
  ['too many trials', { ...ASKED, trials: 1001 }],
  ['too many at a time', { ...ASKED, concurrency: 65 }],
])('refuses %s', async (_what, body) => {
  await open();
  expect(await refused(body)).toEqual([400, 'bad-request']);
  expect(existsSync(join(folder, 'runs'))).toBe(false);
});

it.each(['../outside.jsonl', '..%2Foutside.jsonl', 'notes.md', '.', '/etc/passwd'])(
  'runs no suite outside its folder: %s',
  async (suite) => {
    await open();
    expect(await refused({ ...ASKED, suite })).toEqual([404, 'suite-not-found']);
    expect(readdirSync(folder)).not.toContain('runs');
  },
);
