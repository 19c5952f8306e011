import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { browse } from './browsing-person.ts';
import { startClosedServer, type ClosedServer } from './closed-server.ts';
import { NODE_VARIABLES } from './node-variables.ts';
import { startOidcIssuer, type OidcIssuer } from './oidc-issuer.ts';

const COMMAND = join(import.meta.dirname, '../../packages/timestep/src/people/cli/main.ts');

const place = mkdtempSync(join(tmpdir(), 'timestep-auth-'));
const [configuration, agent] = [join(place, 'configuration'), join(place, 'guide.yaml')];
const logins = join(configuration, 'logins.json');
let issuer: OidcIssuer;
let server: ClosedServer;

beforeAll(async () => {
  issuer = await startOidcIssuer();
  server = await startClosedServer(issuer.issuer);
  const manifest = {
    metadata: { name: 'Guide' },
    settings: { model: 'script:script.json', toolPermission: 'never' },
    mcpServers: { sky: { url: server.url } },
  };
  writeFileSync(join(place, 'script.json'), JSON.stringify(SCRIPT));
  writeFileSync(agent, JSON.stringify(manifest));
});
afterAll(async () => {
  await server?.close();
  await issuer?.close();
  rmSync(place, { recursive: true });
});

/** Calls the tool that says its token, and repeats what it said. */
const SCRIPT = {
  rules: [
    { when: { tool_result: 'sky_echo' }, reply: 'It was {{result}}.' },
    { reply: { call: { tool: 'sky_echo', arguments: {} } } },
  ],
};

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command; what it asks a person to visit is visited. */
async function timestep(...args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, ['--conditions=@timestep/source', COMMAND, ...args], {
    cwd: place,
    env: { ...NODE_VARIABLES, PATH: process.env['PATH'], TIMESTEP_CONFIG: configuration },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (piece: Buffer) => (stdout += piece.toString()));
  createInterface(child.stderr).on('line', (line) => {
    stderr += `${line}\n`;
    const address = /open (\S+) and compare/.exec(line)?.[1] ?? /open (\S+)$/.exec(line)?.[1];
    // Who has refused is shown the same form again.
    if (address !== undefined) browse(address).catch(() => undefined);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const ended = { code: code ?? -1, stdout, stderr };
  for (const secret of secrets()) expect(JSON.stringify(ended)).not.toContain(secret);
  return ended;
}

/** What no output may hold. */
function secrets(): readonly string[] {
  if (!existsSync(logins)) return server.tokens;
  const { logins: kept } = JSON.parse(readFileSync(logins, 'utf8')) as {
    readonly logins: readonly Readonly<Record<string, string>>[];
  };
  const own = kept.flatMap((login) => [
    login['access_token'],
    login['refresh_token'],
    login['client_secret'],
  ]);
  return [...server.tokens, ...own].filter((one) => one !== undefined);
}

/** Whether the agent can use its server, or why it cannot. */
async function examined(): Promise<string> {
  const { stdout } = await timestep('doctor', '--agent', agent, '--json');
  const { findings } = JSON.parse(stdout) as {
    readonly findings: readonly { readonly message: string }[];
  };
  return findings.map(({ message }) => message).join('\n');
}

it('says which command logs a person in', async () => {
  expect(await examined()).toContain(
    `tools of the MCP server sky: it requires a login, or credentials in its headers: run timestep auth login guide.yaml sky (unauthorized, no-login)`,
  );
});

it('logs a person in, for an agent that names the server', async () => {
  const ended = await timestep('auth', 'login', agent, 'sky');
  expect(ended).toMatchObject({
    code: 0,
    stdout: `logged in to ${server.url} (issuer ${issuer.issuer})\n`,
  });
  expect(statSync(logins).mode & 0o777).toBe(0o600);
  expect(await examined()).not.toContain('left out');
  const { stdout } = await timestep('auth', 'list', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    logins: [{ server: server.url, issuer: issuer.issuer, state: 'renewed' }],
  });
  expect((await timestep('check', agent)).code).toBe(0);
});

it('keeps tokens out of answers, tasks, traces and the database', async () => {
  const asked = await timestep('agents', 'ask', agent, 'What is your token?', '--trust');
  expect(asked).toMatchObject({ code: 0, stdout: expect.stringContaining('called with [secret]') });
  const { stdout } = await timestep('tasks', 'list', '--json');
  const [id = ''] = /"id":\s*"([^"]+)"/.exec(stdout)?.slice(1) ?? [];
  for (const what of [['show'], ['export'], ['trace', '--content', '--json']]) {
    const [word = '', ...options] = what;
    const shown = await timestep('tasks', word, id, ...options);
    expect([shown.code, shown.stdout.includes('sky_echo')]).toEqual([0, true]);
  }
  const database = join(place, '.timestep');
  const files = readdirSync(database).map((name) => readFileSync(join(database, name), 'latin1'));
  expect(files.join('')).toContain('sky_echo');
  for (const secret of secrets()) expect(files.join('')).not.toContain(secret);
});

it('renews a login once, where several processes find that its token has ended', async () => {
  // The issuer ends a login of which a refresh token comes twice.
  const before = server.tokens.length;
  server.refuse();
  const all = await Promise.all([examined(), examined(), examined()]);
  expect(all.filter((findings) => findings.includes('left out'))).toEqual([]);
  expect(server.tokens.length).toBe(before + 1);
});

it('forgets a login, here and at its issuer', async () => {
  const ended = await timestep('auth', 'logout', server.url);
  expect(ended).toEqual({ code: 0, stdout: `logged out of ${server.url}\n`, stderr: '' });
  expect((await timestep('auth', 'list')).stdout).toContain('You are not logged in to any server');
  const again = await timestep('auth', 'logout', agent);
  expect(again).toMatchObject({
    code: 1,
    stderr: `timestep: you are not logged in to ${server.url}: see timestep auth list\n`,
  });
});

it('logs a person in with another device', async () => {
  const ended = await timestep('auth', 'login', server.url, '--device');
  expect(ended.code).toBe(0);
  expect(ended.stderr).toMatch(
    /^timestep: open \S+\/device and enter the code [A-Z]{4}-[A-Z]{4}, or/,
  );
  expect(await examined()).not.toContain('left out');
});

it('says that the person has refused', async () => {
  issuer.letAgree(false);
  const ended = await timestep('auth', 'login', server.url);
  expect(ended.code).toBe(1);
  expect(ended.stderr.trim().split('\n').at(-1)).toBe(
    `timestep: login at ${server.url} failed (access_denied): the user or the issuer denied it`,
  );
});
