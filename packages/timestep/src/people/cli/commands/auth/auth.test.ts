import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestFolder, runInProcess, type FinishedRun } from '../../timestep.fixture.ts';

/** The command of a person with a configuration of their own. */
function person(): {
  readonly folder: string;
  readonly run: (...argv: string[]) => Promise<FinishedRun>;
} {
  const folder = createTestFolder();
  const env = { TIMESTEP_CONFIG: folder, SECRET: 'sesame-opens' };
  return { folder, run: (...argv) => runInProcess(argv, env, NOW) };
}

const NOW = Date.parse('2026-11-25T12:00:00Z');
const SKY = 'https://sky.example/mcp';

function agentWith(mcpServers: object): string {
  const folder = createTestFolder();
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'tsagent.json'),
    JSON.stringify({ metadata: { name: 'x' }, mcpServers }),
  );
  return folder;
}

describe('auth login', () => {
  it.each([
    [['--client-id', 'desk'], '--client-id requires --issuer'],
    [['--client-secret', 's'], '--client-secret and --issuer require --client-id'],
    [['--client-metadata', 'http://x'], '--client-metadata must be an https URL'],
    [
      ['--client-id', 'desk', '--issuer', 'https://i.example', '--client-secret', '${env:NONE}'],
      'the environment variable NONE is not set',
    ],
    [['--port', 'x'], '"x"'],
  ])('does not understand %j', async (options, message) => {
    const { code, stderr } = await person().run('auth', 'login', SKY, ...options);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it.each([
    ['has no server at an address', { own: { command: 'own' } }, '', 'has no remote MCP server'],
    [
      'has tokens of its own for it',
      {
        sky: { url: SKY, oauth: { clientId: 'c', issuer: 'https://i.example', clientSecret: 's' } },
      },
      'sky',
      'has no remote MCP server that supports login',
    ],
    [
      'has several',
      { sky: { url: SKY }, sea: { url: SKY } },
      '',
      'has several servers: name one of sky, sea',
    ],
    ['has no such server', { sky: { url: SKY } }, 'sea', 'has no server sea'],
  ])('says so where an agent %s', async (_what, servers, name, message) => {
    const folder = agentWith(servers);
    const named = name === '' ? [] : [name];
    const { code, stderr } = await person().run('auth', 'login', folder, ...named);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${folder} ${message}`)]);
  });
});

describe('auth list', () => {
  it('says what becomes of each login, and shows no secret', async () => {
    const { folder, run } = person();
    expect((await run('auth', 'list')).stdout).toMatch(
      /^You are not logged in to any server\. Log in with: timestep auth/,
    );
    const login = { issuer: 'https://i.example', client_id: 'c', access_token: 'secret-access' };
    const logins = [
      {
        ...login,
        server: SKY,
        refresh_token: 'secret-refresh',
        expires_at: '2026-11-25T11:00:00Z',
      },
      { ...login, server: 'https://sea.example', client_secret: 'secret-client' },
      { ...login, server: 'https://old.example', expires_at: '2026-11-25T12:00:00Z' },
    ];
    writeFileSync(join(folder, 'logins.json'), JSON.stringify({ logins }));
    const { stdout } = await run('auth', 'list');
    expect(stdout).toMatch(/^SERVER +LOGIN +TOKEN UNTIL +ISSUER\n/);
    expect(stdout).toMatch(/sky\.example\/mcp +renewed +2026-11-25/);
    expect(stdout).toMatch(/sea\.example +holds +https/);
    expect(stdout).toMatch(/old\.example +ended +2026-11-25/);
    const json = (await run('auth', 'list', '--json')).stdout;
    expect(stdout + json).not.toContain('secret');
  });

  it('leaves a file that it does not understand, and does not show it', async () => {
    const { folder, run } = person();
    writeFileSync(join(folder, 'logins.json'), '{"logins": [{"access_token": "secret"}]}');
    const { code, stderr } = await run('auth', 'list');
    expect(code).toBe(1);
    expect(stderr).toContain('logins[0].server is missing');
    expect(stderr).not.toContain('"secret"');
  });
});

it('has no login to forget', async () => {
  const { code, stderr } = await person().run('auth', 'logout', `${SKY}?key=k`);
  expect(code).toBe(1);
  expect(stderr).toBe(`timestep: you are not logged in to ${SKY}: see timestep auth list\n`);
});

it('says where logins would be', async () => {
  const { code, stderr } = await runInProcess(['auth', 'list'], {}, NOW);
  expect([code, stderr]).toEqual([1, expect.stringContaining('set HOME or TIMESTEP_CONFIG')]);
});
