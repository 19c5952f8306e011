import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createClient } from '#agents/calling';
import { Agent, serve } from '#serving/server';
import { loadBackends } from '../../backends/backends.ts';
import { runCommandLine } from '../../run.ts';
import { createTestFolder, runInProcess } from '../../timestep.fixture.ts';

function agentIn(folder: string, name: string): string {
  mkdirSync(folder, { recursive: true });
  const settings = { model: 'builtin:echo' };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify({ metadata: { name }, settings }));
  return folder;
}

interface Told {
  readonly agent?: string;
  readonly url: string;
  readonly port: number;
  readonly runner: string;
  readonly agents: readonly {
    readonly id: string;
    readonly url: string;
    readonly source: string;
  }[];
}

/** Serves in this process until the test is over, and what it complains of meanwhile. */
async function serving(...argv: readonly string[]) {
  const stop = new AbortController();
  const said = Promise.withResolvers<string>();
  let complained = '';
  const listeners = new Set<() => void>();
  const ended = runCommandLine(['serve', ...argv, '--port', '0', '--runner', 'memory'], {
    version: '0',
    loadBackends: () => loadBackends([], []),
    env: { SKY_KEY: 'secret' },
    now: 0,
    isStderrTerminal: false,
    getStopSignal: () => stop.signal,
    write: said.resolve,
    writeError(text) {
      complained += text;
      for (const listener of listeners) listener();
    },
  });
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  const early = ended.then((code) => {
    throw new Error(`it ended with ${code}: ${complained}`);
  });
  return {
    text: await Promise.race([said.promise, early]),
    /** Resolves once something was said on standard error. */
    complaint: (pattern: RegExp) =>
      new Promise<string>((resolve) => {
        const look = (): void => {
          if (pattern.test(complained)) resolve(complained);
        };
        listeners.add(look);
        look();
      }),
  };
}

async function ask(url: string, message: string): Promise<string> {
  const client = createClient();
  try {
    return (await client.ask(url, message)).text;
  } finally {
    await client.close();
  }
}

it('serves agents of several paths and addresses, each at an address of its own', async () => {
  const folder = createTestFolder();
  const peer = await serve({
    agents: [
      new Agent({
        agentId: 'sky',
        name: 'Sky',
        model: () => ({ role: 'assistant', content: 'It is clear.' }),
      }),
    ],
    database: ':memory:',
    port: 0,
  });
  onTestFinished(() => peer.close(0));
  const desk = agentIn(join(folder, 'agents', 'desk'), 'Desk');
  agentIn(join(folder, 'agents', 'guide'), 'Guide');
  const other = agentIn(join(folder, 'other'), 'Desk');
  const { text } = await serving(join(folder, 'agents'), other, peer.url, '--json');
  const { agent, agents, url, runner } = JSON.parse(text) as Told;
  expect([agent, runner]).toEqual([undefined, 'memory']);
  expect(agents.map(({ id, source }) => [id, source])).toEqual([
    ['desk', desk],
    ['guide', join(folder, 'agents', 'guide')],
    ['desk-2', other],
    [`127-0-0-1-${peer.port}`, peer.url],
  ]);
  expect(agents[2]?.url).toBe(`${url}/agents/desk-2`);
  expect(await ask(`${url}/agents/guide`, 'hello')).toBe('Echo: hello');
  expect(await ask(`${url}/agents/127-0-0-1-${peer.port}`, 'hello')).toBe('It is clear.');
});

it('says of one agent what it always said, and its address and source beside that', async () => {
  const folder = agentIn(createTestFolder(), 'Desk');
  const { text } = await serving(folder, '--json');
  const { agent, port, agents, url } = JSON.parse(text) as Told;
  expect({ agent, agents }).toEqual({
    agent: 'desk',
    agents: [{ id: 'desk', url: `${url}/agents/desk`, source: folder }],
  });
  expect(url).toBe(`http://127.0.0.1:${port}`);
  expect(await ask(url, 'hello')).toBe('Echo: hello');
});

it('lists each agent for people', async () => {
  const folder = createTestFolder();
  agentIn(join(folder, 'a'), 'A');
  agentIn(join(folder, 'b'), 'B');
  const { text } = await serving(folder);
  expect(text).toMatch(
    /^page +http\S+\/ui\/#token=\S+\na +http\S+\/agents\/a +\S+\/a\nb +http\S+\/agents\/b +\S+\/b\n/,
  );
  expect(text).toMatch(/\n {2}responses +http\S+\/v1\/responses\n {2}runner +memory\n/);
});

it('says what cannot be used, and takes agents that come', async () => {
  const folder = createTestFolder();
  agentIn(join(folder, 'a'), 'A');
  mkdirSync(join(folder, 'b'));
  writeFileSync(join(folder, 'b', 'tsagent.json'), '{');
  const { text, complaint } = await serving(folder, '--json');
  const { url } = JSON.parse(text) as Told;
  expect(await complaint(/bad/)).toMatch(/^timestep: bad: \S+tsagent.json:1 is not valid JSON\n$/);
  agentIn(join(folder, 'b'), 'B');
  expect(await complaint(/added/)).toContain(`timestep: added agent b at ${url}/agents/b\n`);
  expect(await ask(`${url}/agents/b`, 'hello')).toBe('Echo: hello');
  rmSync(join(folder, 'a'), { recursive: true });
  await complaint(/timestep: removed agent a\n/);
});

it('leaves agents that are not exposed to those inside', async () => {
  const folder = createTestFolder();
  agentIn(join(folder, 'a'), 'A');
  agentIn(join(folder, 'b'), 'B');
  const { text } = await serving(folder, '--expose', 'b', '--json');
  const { agents, url } = JSON.parse(text) as Told;
  expect(agents.map(({ id }) => id)).toEqual(['b']);
  expect((await fetch(`${url}/agents/a/.well-known/agent-card.json`)).status).toBe(404);
  expect(await ask(`${url}/agents/b`, 'hello')).toBe('Echo: hello');
});

it('asks callers of an agent for a key of its own', async () => {
  const folder = createTestFolder();
  agentIn(join(folder, 'a'), 'A');
  agentIn(join(folder, 'b'), 'B');
  const { text } = await serving(folder, '--agent-key', 'b=${env:SKY_KEY}', '--json');
  const { url } = JSON.parse(text) as Told;
  const statusOf = async (agent: string, headers: Readonly<Record<string, string>>) =>
    (await fetch(`${url}/agents/${agent}/tasks`, { headers: { 'a2a-version': '1.0', ...headers } }))
      .status;
  expect(await statusOf('a', {})).toBe(200);
  expect(await statusOf('b', {})).toBe(401);
  expect(await statusOf('b', { authorization: 'Bearer secret' })).toBe(200);
  expect(text).not.toContain('secret');
});

const ISSUED = ['--issuer', 'https://login.example', '--audience', 'https://agents.example'];

it('asks callers for a token, and each agent for scopes of its own', async () => {
  const folder = createTestFolder();
  agentIn(join(folder, 'a'), 'A');
  agentIn(join(folder, 'b'), 'B');
  const options = ['--scope', 'ask', '--agent-scope', 'b=manage', '--agent-scope', 'b=see'];
  const { text } = await serving(folder, ...ISSUED, ...options, '--json');
  const { url } = JSON.parse(text) as Told;
  const challengeOf = async (agent: string): Promise<string | null> =>
    (await fetch(`${url}/agents/${agent}/tasks`)).headers.get('www-authenticate');
  const metadata = `${url}/.well-known/oauth-protected-resource`;
  expect(await challengeOf('a')).toBe(
    `Bearer scope="ask", resource_metadata="${metadata}/agents/a"`,
  );
  expect(await challengeOf('b')).toContain('scope="ask manage see"');
  const page = (JSON.parse(text) as { readonly page?: string }).page ?? '';
  expect(page).toMatch(/\/ui\/#token=/);
});

it.each([
  [['--expose', 'nobody'], /--expose: unknown agent "nobody": use one of a, b/],
  [['--agent-key', 'nobody=x'], /--agent-key: unknown agent "nobody"/],
  [['--agent-key', 'secret'], /--agent-key: use the form NAME=\$\{env:KEY\}/],
  [['--agent-scope', 'a=x'], /--agent-scope requires --issuer/],
  [[...ISSUED, '--agent-scope', 'nobody=x'], /--agent-scope: unknown agent "nobody"/],
  [[...ISSUED, '--agent-scope', 'a'], /--agent-scope "a": use the form NAME=SCOPE/],
  [['--scope', 'x'], /--scope requires --issuer/],
  [['--audience', 'x'], /--audience requires --issuer/],
  [ISSUED.slice(0, 2), /--issuer requires --audience or --public-url/],
])('does not understand %j', async (options, message) => {
  const folder = createTestFolder();
  agentIn(join(folder, 'a'), 'A');
  agentIn(join(folder, 'b'), 'B');
  const { code, stderr } = await runInProcess(['serve', folder, ...options, '--port', '0']);
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  expect(stderr).not.toContain('secret');
});

it('does not start without an agent', async () => {
  const { code, stderr } = await runInProcess(['serve', createTestFolder(), '--runner', 'memory']);
  expect(code).toBe(1);
  expect(stderr).toMatch(/contains no agent: .*\n.*no agent could be loaded: fix the errors above/);
});

it('keeps agents that are only named by the one that it serves to that one', async () => {
  const folder = createTestFolder();
  const desk = join(folder, 'desk');
  mkdirSync(desk);
  const manifest = { metadata: { name: 'Desk' }, agents: ['../sky'] };
  const settings = { model: 'builtin:echo' };
  writeFileSync(join(desk, 'tsagent.json'), JSON.stringify({ ...manifest, settings }));
  agentIn(join(folder, 'sky'), 'Sky');
  const { text } = await serving(desk, '--json');
  const told = JSON.parse(text) as Told;
  expect(told).toMatchObject({ agent: 'desk', agents: [{ id: 'desk', source: desk }] });
  expect((await fetch(`${told.url}/.well-known/agent-card.json`)).status).toBe(200);
  expect((await fetch(`${told.url}/agents/sky/.well-known/agent-card.json`)).status).toBe(404);
});
