import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioClientTransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectEnvironment } from '@timestep-ai/timestep/mcp';
import { NODE_VARIABLES } from './node-variables.ts';

const MAIN = join(import.meta.dirname, '../../packages/timestep/src/people/cli/main.ts');

const BOOK = {
  name: 'book',
  description: 'Books a flight.',
  parameters: {
    type: 'object',
    properties: { to: { type: 'string' }, day: { type: 'string' } },
    required: ['to'],
  },
  prompt: 'Book a flight to {to} on {day}.',
};

/** A folder below which an agent is, whose model repeats what it is told. */
function desk() {
  const folder = mkdtempSync(join(tmpdir(), 'desk-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const agent = join(folder, 'desk');
  mkdirSync(agent);
  const write = (...tools: readonly object[]): void => {
    const metadata = { name: 'Desk', version: '1.2.3', description: 'Plans journeys.', tools };
    const manifest = { metadata, settings: { model: 'builtin:echo' } };
    writeFileSync(join(agent, 'tsagent.json'), JSON.stringify(manifest));
  };
  write(BOOK);
  return { agent, write, database: join(folder, 'tasks.db') };
}

function program({ agent, database }: Pick<ReturnType<typeof desk>, 'agent' | 'database'>) {
  return {
    command: process.execPath,
    args: ['--conditions=@timestep/source', MAIN, 'meta-mcp', agent, '--database', database],
    env: NODE_VARIABLES,
  };
}

const CALL = { name: 'desk_book', arguments: { to: 'Paris {name}' } };
const ANSWER = [{ type: 'text', text: 'Echo: Book a flight to Paris {name} on .' }];

describe('timestep meta-mcp over standard input and output', () => {
  it.each(['auto', 'legacy'] as const)('serves the SDK 2 in its mode %s', async (mode) => {
    const client = new Client(
      { name: 'client', version: '1.0.0' },
      { versionNegotiation: { mode } },
    );
    await client.connect(new StdioClientTransport(program(desk())));
    onTestFinished(() => client.close());
    expect(client.getServerVersion()).toMatchObject({ name: 'Desk', version: '1.2.3' });
    expect(client.getInstructions()).toBe('Plans journeys.');
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([
      { name: 'desk_book', description: 'Books a flight.', inputSchema: BOOK.parameters },
    ]);
    expect((await client.callTool(CALL)).content).toEqual(ANSWER);
  });

  it('serves the SDK 1, and tells it of tools that change', async () => {
    const folder = desk();
    const client = new ClientV1({ name: 'client', version: '1.0.0' });
    await client.connect(new StdioClientTransportV1(program(folder)));
    onTestFinished(() => client.close());
    const told = Promise.withResolvers<void>();
    client.fallbackNotificationHandler = async ({ method }) => {
      if (method === 'notifications/tools/list_changed') told.resolve();
    };
    expect((await client.callTool(CALL)).content).toEqual(ANSWER);
    folder.write(BOOK, { ...BOOK, name: 'pay' });
    await told.promise;
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['desk_book', 'desk_pay']);
  });

  it('takes a call that is made again after a restart for the same task', async () => {
    const folder = desk();
    const ask = async (to: string) => {
      const environment = await connectEnvironment(program(folder));
      const { signal } = new AbortController();
      const task = { id: 't', contextId: 'c', agent: 'a', metadata: {} };
      const call = { id: 'c', name: 'desk_book', arguments: { to } };
      const result = await environment.callTool(call, { key: 'one', attempt: 1, task, signal });
      await environment.close();
      return result;
    };
    expect(await ask('Rome')).toEqual({ content: 'Echo: Book a flight to Rome on .' });
    expect(await ask('Rome')).toEqual({ content: 'Echo: Book a flight to Rome on .' });
    expect(await ask('Oslo')).toMatchObject({ isError: true });
  });
});
