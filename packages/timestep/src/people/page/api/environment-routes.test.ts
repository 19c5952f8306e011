import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { loadAgentFolder, type AgentDefinition } from '#agents/agent';
import { scriptedAgent } from '#agents/model';
import { openMemory } from '#engine/runner';
import { Agent, Environment, serve, type Servable, type Serving } from '#serving/server';
import type {
  EnvironmentList,
  ExchangeListItem,
  OperatorCallOutcome,
  PlannedEdit,
} from '#people/view';
import { createPageProtocol } from '../page-protocol.ts';

const HEADERS = { authorization: 'Bearer a-token', 'content-type': 'application/json' };

let serving: Serving;

afterEach(() => serving.close(0));

async function open(...agents: readonly Servable[]): Promise<void> {
  serving = await serve({
    agents,
    port: 0,
    backend: (needs) => openMemory(needs),
    protocols: [
      createPageProtocol({
        access: { kind: 'token', token: 'a-token' },
        files: async () => new Map(),
      }),
    ],
  });
}

async function read<T>(path: string): Promise<T> {
  return (await at(path)).body as T;
}

async function at(path: string, sent?: unknown): Promise<{ status: number; body: unknown }> {
  const url = `${serving.url}/ui/api/environments${path}`;
  const init = {
    headers: HEADERS,
    ...(sent !== undefined && { method: 'POST', body: JSON.stringify(sent) }),
  };
  const response = await serving.fetch(new Request(url, init));
  return { status: response.status, body: await response.json() };
}

const FILES_SERVER = fileURLToPath(
  new URL('../environments/files-server.fixture.ts', import.meta.url),
);

/** An agent of a folder with a server of files, and the path of its manifest. */
function desk(
  server: object = {},
  others: object = {},
): { readonly definition: AgentDefinition; readonly path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'page-servers-'));
  const path = join(folder, 'tsagent.json');
  const files = { command: process.execPath, args: [FILES_SERVER], ...server };
  const manifest = {
    metadata: { name: 'desk' },
    settings: { model: 'builtin:echo', toolPermission: 'never' },
    mcpServers: { files, ...others },
  };
  writeFileSync(path, JSON.stringify(manifest, undefined, 2));
  writeFileSync(join(folder, '.env'), 'OTHER=very-hidden-value\n');
  const definition = loadAgentFolder(folder);
  onTestFinished(async () => {
    await definition.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { definition, path };
}

async function call(tool: string, given: object): Promise<OperatorCallOutcome> {
  const sent = { tool, arguments: given, isConfirmed: false };
  return (await at('/desk/files/call', sent)).body as OperatorCallOutcome;
}

function shop(): Agent {
  const environment = new Environment({ environmentId: 'till', agentId: 'shop' });
  environment.tool('pay', { description: 'Pays.', needsApproval: true }, () => 'paid');
  environment.resource('terms', { uri: 'note:terms' }, () => 'No refunds.');
  environment.prompt(
    'greet',
    { input: z.object({ who: z.string() }) },
    ({ who }) => `Greet ${String(who)}.`,
  );
  const model = scriptedAgent(() => 'yes');
  return new Agent({ agentId: 'shop', name: 'Shop', toolSite: 'server', environment, model });
}

describe('the servers of an agent', () => {
  it('are listed for every agent, without connecting to any', async () => {
    const { definition } = desk({}, { off: { command: 'x', disabled: true } });
    await open(new Agent(definition), shop());
    const status = { tools: 0, malformedTools: [] };
    expect(await read<EnvironmentList>('')).toEqual({
      agents: [
        {
          agentId: 'desk',
          name: 'desk',
          servers: [
            { ...status, name: 'files', kind: 'command', state: 'idle' },
            { ...status, name: 'off', state: 'disabled' },
          ],
          internal: [],
        },
        {
          agentId: 'shop',
          name: 'Shop',
          servers: [{ ...status, name: 'till', kind: 'inner', state: 'idle' }],
          internal: [],
        },
      ],
    });
    expect(await at('/desk/nothing')).toMatchObject({ status: 404 });
    expect(await at('/nobody/files')).toMatchObject({ status: 404 });
    expect(await at('/desk/off')).toMatchObject({ status: 200 });
    expect(await at('/desk/off/ping', {})).toMatchObject({ status: 404 });
  });

  it('are pinged, restarted after they were killed, and show their messages and lines', async () => {
    const secret = 'open-sesame-now';
    const { definition } = desk({ env: { THE_TOKEN: secret } });
    await open(new Agent(definition));
    expect(await at('/desk/files/ping', {})).toMatchObject({
      body: { roundTripMs: expect.anything() },
    });
    const found = await call('find', { pattern: secret });
    expect(found).toMatchObject({ kind: 'done', result: { isError: false } });
    await expect
      .poll(() => read('/desk/files/log'))
      .toMatchObject([{ text: expect.stringContaining('looking for [secret] <img') as string }]);
    const lines = await read<readonly ExchangeListItem[]>('/desk/files/messages');
    const line = lines.find(({ method }) => method === 'tools/call');
    expect(line).toMatchObject({ subject: 'find', state: 'answered', isSent: true });
    const exchange = await read(`/desk/files/messages/${line?.number}`);
    expect(JSON.stringify(exchange)).toContain('[secret]');
    expect(JSON.stringify([await read('/desk/files'), exchange])).not.toContain('sesame');
    // A server may read the file of variables by itself.
    const hidden = await call('find', { pattern: 'very-hidden-value' });
    await expect.poll(() => read('/desk/files/log')).toHaveLength(2);
    const shown = [hidden, await read('/desk/files/log'), await read('/desk/files/messages')];
    expect(JSON.stringify(shown)).not.toContain('very-hidden');
    const { content } = found.kind === 'done' ? found.result : { content: '{}' };
    process.kill((JSON.parse(content) as { readonly pid: number }).pid, 'SIGKILL');
    await expect.poll(() => read('/desk/files')).toMatchObject({ status: { state: 'failed' } });
    expect(await at('/desk/files/restart', {})).toMatchObject({
      body: { state: 'connected', tools: 4 },
    });
    expect(await at('/desk/files/messages/100000')).toMatchObject({ status: 404 });
  });

  it('have tools whose switches are changed after a look, by one page alone', async () => {
    const { definition, path } = desk();
    await open(new Agent(definition));
    expect(await read('/desk/files/tools')).toMatchObject([
      { name: 'find', permit: 'ask', isPermitWritten: false, include: 'always' },
      { name: 'remove', asksItself: true },
      { name: 'list_resources', permit: 'ask' },
      { name: 'read_resource', permit: 'ask' },
    ]);
    const change = { tool: 'find', permit: 'deny', include: 'agent' };
    const before = readFileSync(path, 'utf8');
    const plan = (await at('/desk/files/plan', change)).body as PlannedEdit;
    expect(plan.files[0]?.lines.filter(({ kind }) => kind === 'new').length).toBeGreaterThan(2);
    expect(readFileSync(path, 'utf8')).toBe(before);
    const order = { change, version: plan.version };
    expect(await at('/desk/files/switches', order)).toEqual({ status: 200, body: {} });
    expect(
      await at('/desk/files/switches', { ...order, change: { permit: 'deny' } }),
    ).toMatchObject({
      status: 409,
      body: { error: { code: 'changed-underneath' } },
    });
    const switched = { permit: 'deny', isPermitWritten: true, include: 'agent' };
    expect(await read('/desk/files/tools')).toMatchObject([switched, {}, {}, {}]);
    expect(await call('find', { pattern: 'x' })).toMatchObject({ kind: 'denied' });
    const allow = { tool: 'find', permit: 'allow' };
    const { version } = (await at('/desk/files/plan', allow)).body as PlannedEdit;
    await at('/desk/files/switches', { change: allow, version });
    expect(await call('find', { pattern: 'x' })).toMatchObject({ kind: 'done' });
    expect(await call('remove', { path: 'x' })).toMatchObject({ kind: 'asks' });
  });

  it('are no way to guess at an order', async () => {
    await open(shop());
    for (const [path, sent] of [
      ['call', { tool: 'pay', arguments: [], isConfirmed: true }],
      ['call', { tool: 'pay', arguments: {} }],
      ['plan', { permit: 'maybe' }],
      ['plan', { tool: 1 }],
      ['switches', { change: { permit: 'deny' } }],
      ['prompt', { name: 'greet', arguments: { who: 1 } }],
    ] as const) {
      const { status } = await at(`/shop/till/${path}`, sent);
      expect([path, status]).toEqual([path, 400]);
    }
  });
});

it('lists the tools by which an agent changes itself, and an agent whose servers are not known', async () => {
  const skills = { type: 'internal', tool: 'rules', toolEnabled: { tools: { createRule: false } } };
  const { definition } = desk({}, { rules: skills });
  const servers = () => Promise.reject(new Error('tsagent.json:2 is wrong'));
  const broken = Object.assign(new Agent({ ...definition, agentId: 'broken' }), { servers });
  await open(new Agent(definition), broken);
  const { agents } = await read<EnvironmentList>('');
  expect(agents[0]?.internal).toMatchObject([{ name: 'rules' }]);
  const tools = agents[0]?.internal[0]?.tools ?? [];
  expect(new Set(tools.map(({ permit }) => permit))).toEqual(new Set(['allow', 'ask', 'deny']));
  expect(agents[1]).toMatchObject({ servers: [], why: 'tsagent.json:2 is wrong' });
  expect(await at('/broken/files')).toMatchObject({ status: 500 });
});

describe('an environment of a program', () => {
  it('is called, asks first where its tool says so, and is read', async () => {
    await open(shop());
    const paying = { tool: 'pay', arguments: {} };
    expect(await at('/shop/till/call', { ...paying, isConfirmed: false })).toMatchObject({
      body: { kind: 'asks', why: 'the server asks a person about pay' },
    });
    expect(await at('/shop/till/call', { ...paying, isConfirmed: true })).toMatchObject({
      body: { kind: 'done', result: { content: 'paid', isError: false } },
    });
    expect(await read('/shop/till/resources')).toMatchObject({
      resources: [{ uri: 'note:terms', name: 'terms' }],
    });
    expect(await read('/shop/till/resource?uri=note:terms')).toMatchObject([
      { uri: 'note:terms', text: 'No refunds.' },
    ]);
    expect(await at('/shop/till/resource?uri=note:none')).toMatchObject({ status: 404 });
    expect(await read('/shop/till/prompts')).toContainEqual({
      name: 'greet',
      arguments: [{ name: 'who', isRequired: true }],
    });
    expect(
      await at('/shop/till/prompt', { name: 'greet', arguments: { who: 'Ann' } }),
    ).toMatchObject({ body: [{ role: 'user', content: 'Greet Ann.' }] });
    expect(await read('/shop/till')).toMatchObject({
      status: { state: 'connected', protocol: { era: 'modern' }, tools: 2 },
      config: { written: {}, isEditable: false },
    });
    expect(await at('/shop/till/plan', { permit: 'deny' })).toMatchObject({ status: 404 });
  });
});

describe('a request that its sender got wrong', () => {
  const WRONG: readonly (readonly [
    path: string,
    sent: unknown,
    status: number,
    message: RegExp,
  ])[] = [
    ['resource', undefined, 400, /add the parameter uri/],
    ['resource?uri=', undefined, 400, /add the parameter uri/],
    ['resource?uri=note:none', undefined, 404, /note:none/],
    ['resource?uri=no%20address', undefined, 404, /no address/],
    ['prompt', { name: 'none', arguments: {} }, 404, /none/],
    ['prompt', { name: '', arguments: {} }, 400, /name/],
    ['prompt', { name: 'greet', arguments: {} }, 404, /who/],
    ['messages/none', undefined, 404, /no longer stored/],
  ];

  it.each(WRONG)('is told so: %s %j', async (path, sent, status, message) => {
    await open(shop());
    const answer = await at(`/shop/till/${path}`, sent);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).toMatch(message);
  });

  it.each([
    ['resource?uri=note:terms', undefined, /till has no resources/],
    ['prompt', { name: 'greet', arguments: {} }, /no prompts|Prompt greet not found/],
  ])('is told so by a server without such things: %s', async (path, sent, message) => {
    const environment = new Environment({ environmentId: 'till', enableHandoff: false });
    environment.tool('pay', { description: 'Pays.' }, () => 'paid');
    const model = scriptedAgent(() => 'yes');
    await open(
      new Agent({ agentId: 'shop', name: 'Shop', toolSite: 'server', environment, model }),
    );
    const answer = await at(`/shop/till/${path}`, sent);
    expect(answer.status).toBe(404);
    expect(JSON.stringify(answer.body)).toMatch(message);
  });
});
