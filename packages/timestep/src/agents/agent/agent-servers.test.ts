import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Environment } from '#serving/server';
import { createTestFolder } from './folder.fixture.ts';
import { loadAgentFolder } from './load-agent.ts';
import { loadAgentWithOddServer } from './odd-server.fixture.ts';

const never = new AbortController().signal;

describe('a server of an agent', () => {
  it('is idle until it is needed, and then connected', async () => {
    const { definition } = loadAgentWithOddServer({}, { off: { command: 'x', disabled: true } });
    const { servers, environments } = definition;
    const odd = { name: 'odd', kind: 'command', tools: 0, malformedTools: [] };
    const off = { name: 'off', state: 'disabled', tools: 0, malformedTools: [] };
    expect(servers.list()).toEqual([{ ...odd, state: 'idle' }, off]);
    const listing = environments.default.listTools(never);
    await expect.poll(() => servers.list()[0]?.state).toMatch(/^connect/);
    await listing;
    expect(servers.list()[0]).toEqual({
      ...odd,
      state: 'connected',
      tools: 1,
      since: expect.any(Number) as number,
      protocol: {
        era: 'legacy',
        revision: '2025-11-25',
        server: { name: 'odd', version: '1' },
      },
    });
    await definition.close();
    expect(servers.list()[0]?.state).toBe('idle');
  });

  it('that cannot be used is left out, with a reason that shows nothing of it', async () => {
    const bad = { command: 'no-such-program-sesame' };
    const { servers, environments } = loadAgentWithOddServer({}, { bad }).definition;
    await environments.default.listTools(never);
    const status = servers.list()[1];
    expect(status).toMatchObject({
      state: 'left-out',
      lastError: {
        at: expect.any(Number) as number,
        why: 'its command was not found (unreachable, command-not-found)',
      },
    });
    expect(JSON.stringify(status)).not.toContain('sesame');
  });

  const FAILURE = { why: 'its process exited with code 1', lastWords: 'the end' };

  it('that dies has failed at once, and is connected again by the next use', async () => {
    const { definition, call } = loadAgentWithOddServer();
    const { servers } = definition;
    await call({});
    await call({ end: true });
    await expect
      .poll(() => servers.list()[0])
      .toMatchObject({ state: 'failed', lastError: FAILURE, tools: 1 });
    expect(servers.readLog('odd').at(-1)).toMatchObject({ from: 'stderr', text: 'the end' });
    await call({});
    expect(servers.list()[0]).toMatchObject({ state: 'connected', lastError: {} });
  });

  it('answers a ping, and is connected for it', async () => {
    const { servers } = loadAgentWithOddServer().definition;
    const ping = await servers.ping('odd');
    expect(ping).toEqual({
      at: expect.any(Number) as number,
      roundTripMs: expect.any(Number) as number,
    });
    expect(servers.list()[0]).toMatchObject({ state: 'connected', lastPing: ping });
    // It says nothing about the next connection.
    await servers.reload();
    expect(servers.list()[0]).not.toHaveProperty('lastPing');
  });

  it('of the newest revision, which has no ping, answers as well', async () => {
    const environment = new Environment({ environmentId: 'new', enableHandoff: false });
    const listening = await environment.start({ port: 0 });
    onTestFinished(() => listening.close(0));
    const mcpServers = { sky: { url: `${listening.url}/mcp` } };
    const settings = { model: 'builtin:echo' };
    const path = createTestFolder({
      'tsagent.json': { metadata: { name: 'x' }, settings, mcpServers },
    });
    const definition = loadAgentFolder(path);
    onTestFinished(() => definition.close());
    expect(await definition.servers.ping('sky')).toHaveProperty('roundTripMs');
  });

  it('that hangs on a ping is told of, and is not waited for', async () => {
    const { servers } = loadAgentWithOddServer({ args: ['odd.cjs', 'deaf'] }).definition;
    await servers.reload('odd');
    const ping = await servers.ping('odd', { timeoutMs: 50 });
    expect(ping).toMatchObject({ why: 'it does not answer after 0.05 s' });
    expect(servers.list()[0]).toMatchObject({ lastPing: ping, lastError: ping });
  });

  it('that is not there is named, with those that are', async () => {
    const { servers } = loadAgentWithOddServer(
      {},
      { off: { command: 'x', enabled: false } },
    ).definition;
    const error = { code: 'no-such-part', message: 'unknown MCP server ood: use one of odd' };
    await expect(servers.ping('ood')).rejects.toMatchObject(error);
    await expect(servers.reload('ood')).rejects.toMatchObject(error);
    expect(() => servers.readLog('ood')).toThrow(error.message);
    expect(() => servers.readLog('off')).toThrow('off is disabled');
  });
});

describe('reloading', () => {
  it('starts one server again, or all', async () => {
    const { definition, path } = loadAgentWithOddServer();
    const { servers, environments } = definition;
    await environments.default.listTools(never);
    const starts = (): string => readFileSync(join(path, 'starts'), 'utf8');
    expect(starts()).toBe('x');
    expect(await servers.reload('odd')).toMatchObject([{ name: 'odd', state: 'connected' }]);
    expect(starts()).toBe('xx');
    await servers.reload();
    expect(starts()).toBe('xxx');
  });

  it('leaves a call that is being made alone, and is not confused by its end', async () => {
    const { definition, call } = loadAgentWithOddServer();
    const { servers } = definition;
    const waiting = call({ wait: true });
    await expect.poll(() => servers.readLog('odd')).toHaveLength(1);
    expect(await servers.reload()).toMatchObject([{ state: 'connected' }]);
    process.kill(Number(servers.readLog('odd')[0]?.text));
    expect(await waiting).toMatchObject({ isError: true });
    expect(servers.list()).toMatchObject([{ state: 'connected' }]);
    expect(servers.list()[0]).not.toHaveProperty('lastError');
  });

  it('takes over what the files say now', async () => {
    const { definition, path } = loadAgentWithOddServer();
    const file = join(path, 'tsagent.json');
    await definition.servers.reload();
    writeFileSync(file, readFileSync(file, 'utf8').replace('"odd":', '"even":'));
    expect(await definition.servers.reload('even')).toMatchObject([{ name: 'even', tools: 1 }]);
  });

  it('gives a server back that hangs', async () => {
    const { definition, path } = loadAgentWithOddServer({ args: ['odd.cjs', 'deaf'] });
    const { servers } = definition;
    expect(await servers.ping('odd', { timeoutMs: 1 })).toHaveProperty('why');
    writeFileSync(
      join(path, 'odd.cjs'),
      readFileSync(join(path, 'odd.cjs'), 'utf8').replace("includes('deaf')", "includes('none')"),
    );
    await servers.reload('odd');
    expect(await servers.ping('odd')).toHaveProperty('roundTripMs');
  });
});

describe('what a server says', () => {
  it('is kept from standard error and from messages, and heard line by line', async () => {
    const heard: string[] = [];
    const { definition, call } = loadAgentWithOddServer(
      {},
      {},
      {
        onServerLine: (server, { from, text }) => heard.push(`${server} ${from} ${text}`),
      },
    );
    await call({ stderr: { text: 'first\nsecond\n' } });
    await call({ log: { level: 'warning', logger: 'db', data: { slow: 3 } } });
    await expect.poll(() => definition.servers.readLog('odd')).toHaveLength(3);
    expect(definition.servers.readLog('odd')).toMatchObject([
      { from: 'stderr', text: 'first' },
      { from: 'stderr', text: 'second' },
      { from: 'message', level: 'warning', text: 'db: {"slow":3}' },
    ]);
    expect(heard).toEqual(['odd stderr first', 'odd stderr second', 'odd message db: {"slow":3}']);
  });

  it('is bounded, also where it is a megabyte', async () => {
    const { definition, call } = loadAgentWithOddServer();
    await call({ stderr: { text: 'a'.repeat(1024), times: 1024 } });
    await call({ stderr: { text: '\n' } });
    await call({ stderr: { text: 'line\n', times: 200_000 } });
    await call({ stderr: { text: 'end\n' } });
    const { servers } = definition;
    await expect.poll(() => servers.readLog('odd').at(-1)?.text).toBe('end');
    expect(servers.readLog('odd')).toHaveLength(200);
    expect(servers.list()[0]?.state).toBe('connected');
  });

  it('shows no secret, however it is written', async () => {
    const env = { TOKEN: '${env:TOKEN}', API_KEY: 'written-down' };
    const { definition, call } = loadAgentWithOddServer(
      { env },
      {},
      { env: { TOKEN: 'open sesame' } },
    );
    await call({
      stderr: {
        text: 'token=open sesame key=written-down\n',
        pieces: ['and open', ' ses', 'ame\n', 'url ?t=open%20sesame\n', 'last\n'],
      },
    });
    await call({ log: { level: 'info', data: { token: 'open sesame' } } });
    await expect.poll(() => definition.servers.readLog('odd')).toHaveLength(5);
    const said = definition.servers.readLog('odd').map(({ text }) => text);
    expect(said.toSorted()).toEqual([
      'and [secret]',
      'last',
      'token=[secret] key=[secret]',
      'url ?t=[secret]',
      '{"token":"[secret]"}',
    ]);
  });
});
