import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { CoreError } from '#core';
import { connectEnvironment } from '#protocols/mcp';
import { scriptedAgent } from '#agents/model';
import { createClient } from '#agents/calling';
import { Agent } from './agent/agent.ts';
import { createCallMessage } from './agents.fixture.ts';
import { Environment } from './environment.ts';

async function ask(execute: () => unknown, database: string) {
  const told: string[] = [];
  const environment = new Environment({ environmentId: 'desk', enableHandoff: false });
  environment.tool('look_up', { parameters: { type: 'object' }, execute });
  const agent = new Agent({
    agentId: 'desk',
    environment,
    toolSite: 'server',
    model: scriptedAgent((messages) => {
      const last = messages.at(-1);
      return last?.role === 'tool' ? last.content : createCallMessage('look_up', {});
    }),
  });
  const serving = await agent.start({
    port: 0,
    database,
    onError: (thrown) => told.push(String(thrown)),
  });
  const client = createClient();
  onTestFinished(async () => {
    await client.close();
    await serving.close(0);
  });
  const { text } = await client.ask(`${serving.url}/agents/desk`, 'where is it?');
  return { text, told };
}

function throwTypeError(): never {
  throw new TypeError('row is undefined');
}

const TOLD = /tool look_up threw .*row is undefined \(at .*tool-throws\.test\.ts/;

it.each(['memory', 'file'])(
  'an error that a tool throws is told to the model, and once to the operator, in a %s',
  async (kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'throws-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const database = kind === 'memory' ? ':memory:' : join(folder, 'tasks.db');
    const { text, told } = await ask(throwTypeError, database);
    expect(text).toContain('row is undefined');
    expect(told).toEqual([expect.stringMatching(TOLD)]);
  },
);

it('an error that is meant for the model is told to the model alone', async () => {
  const { text, told } = await ask(() => {
    throw new CoreError('too-much', 'no such order');
  }, ':memory:');
  expect(text).toContain('no such order');
  expect(told).toEqual([]);
});

/** Calls the tool as clients of MCP 2025-11-25 do. */
async function callInSession(url: string): Promise<string> {
  let session: Record<string, string> = {};
  async function post(message: object): Promise<string> {
    const headers = {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...session,
    };
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    const response = await fetch(url, { method: 'POST', headers, body });
    const id = response.headers.get('mcp-session-id');
    if (id !== null) session = { 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' };
    return response.text();
  }
  const clientInfo = { name: 'test', version: '1' };
  await post({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
  });
  await post({ method: 'notifications/initialized' });
  return post({ id: 2, method: 'tools/call', params: { name: 'look_up', arguments: {} } });
}

/** Calls the tool as clients of MCP 2026-07-28 do. */
async function callAlone(url: string): Promise<string> {
  const connected = await connectEnvironment({ url }, { patienceMs: 0 });
  onTestFinished(() => connected.close());
  const { signal } = new AbortController();
  const task = { id: 't', contextId: 'c', agent: 'a', metadata: {} };
  const context = { task, signal, key: 'k', attempt: 1, approved: false };
  const { content } = await connected.callTool(
    { id: '1', name: 'look_up', arguments: {} },
    context,
  );
  return content;
}

it.each([
  ['2025-11-25', callInSession],
  ['2026-07-28', callAlone],
])(
  'an error that a tool throws is told once to the operator of an MCP server, for clients of %s',
  async (_, callTool) => {
    const told: string[] = [];
    const environment = new Environment({ environmentId: 'desk', enableHandoff: false });
    environment.tool('look_up', { parameters: { type: 'object' }, execute: throwTypeError });
    const onError = (thrown: unknown): void => void told.push(String(thrown));
    const listening = await environment.start({ port: 0, onError });
    onTestFinished(() => listening.close(0));
    expect(await callTool(`${listening.url}/mcp`)).toContain('row is undefined');
    expect(told).toEqual([expect.stringMatching(TOLD)]);
  },
);

it('a tool that throws because the server stops is told to nobody', async () => {
  const told: string[] = [];
  const began = Promise.withResolvers<void>();
  const environment = new Environment({ environmentId: 'desk', enableHandoff: false });
  environment.tool('look_up', {
    parameters: { type: 'object' },
    async execute(_args, { signal }) {
      began.resolve();
      await pause(60_000, undefined, { signal });
    },
  });
  const onError = (thrown: unknown): void => void told.push(String(thrown));
  const listening = await environment.start({ port: 0, onError });
  const calling = callAlone(`${listening.url}/mcp`).catch(() => 'cut');
  await began.promise;
  await listening.close(0);
  await calling;
  expect(told).toEqual([]);
});
