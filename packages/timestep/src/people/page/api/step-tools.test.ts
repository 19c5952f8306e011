import { expect, it, onTestFinished } from 'vitest';
import { TimestepError } from '#core';
import { scriptedAgent } from '#agents/model';
import { openMemory } from '#engine/runner';
import type { ToolEnvironment } from '#engine/port';
import { Agent, serve, type Serving } from '#serving/server';
import type { StepTools, TaskTree } from '#people/view';
import { createPageProtocol } from '../page-protocol.ts';

async function serveAgent(
  listTools: ToolEnvironment['listTools'],
  onError: (thrown: unknown) => void = () => {},
): Promise<Serving> {
  const model = scriptedAgent(() => 'Nothing new.');
  const environments = { default: { listTools, callTool: () => ({ content: '' }) } };
  const reader = { agentId: 'reader', name: 'Reader', toolSite: 'server', environments } as const;
  const serving = await serve({
    agents: [new Agent({ ...reader, model })],
    port: 0,
    onError,
    backend: (needs) => openMemory(needs),
    protocols: [
      createPageProtocol({ access: { kind: 'token', token: 't' }, files: async () => new Map() }),
    ],
  });
  onTestFinished(() => serving.close(0));
  return serving;
}

async function ask({ runner }: Serving): Promise<string> {
  const message = { role: 'user', content: 'What is new?' } as const;
  const { id } = await runner.submit({ agent: 'reader', principal: '', messageId: 'm1', message });
  await runner.waitUntilSettled(id, new AbortController().signal);
  return id;
}

async function read<T>({ url, ...serving }: Serving, path: string): Promise<T> {
  const headers = { authorization: 'Bearer t' };
  const response = await serving.fetch(new Request(`${url}/ui/api${path}`, { headers }));
  return (await response.json()) as T;
}

async function findRow(serving: Serving, id: string, kind: string): Promise<string> {
  const { tasks } = await read<TaskTree>(serving, `/tasks/${id}/tree`);
  const rows = tasks.flatMap(({ timeline }) => timeline.ended);
  return encodeURIComponent(rows.find((row) => row.kind === kind)?.id ?? '');
}

const READ_LOG = {
  type: 'function',
  function: { name: 'read_log', description: 'Reads the log.', parameters: { type: 'object' } },
} as const;

it('lists the tools that a model call offered', async () => {
  const serving = await serveAgent(() => [READ_LOG]);
  const id = await ask(serving);
  const row = await findRow(serving, id, 'model');
  const { tools, missing } = await read<StepTools>(serving, `/tasks/${id}/step/tools?row=${row}`);
  expect(tools).toEqual([READ_LOG]);
  expect(missing).toBeUndefined();
});

it('says that a row is no model call', async () => {
  const serving = await serveAgent(() => [READ_LOG]);
  const id = await ask(serving);
  const row = await findRow(serving, id, 'turn');
  expect(await read(serving, `/tasks/${id}/step/tools?row=${row}`)).toMatchObject({
    error: { code: 'row-not-found' },
  });
});

it('says why the tools of the agent are missing, without the words of an internal error', async () => {
  let failure: Error | undefined;
  const errors: unknown[] = [];
  const serving = await serveAgent(
    () => {
      if (failure) throw failure;
      return [READ_LOG];
    },
    (thrown) => errors.push(thrown),
  );
  const id = await ask(serving);
  const row = await findRow(serving, id, 'model');
  const readTools = () => read(serving, `/tasks/${id}/step/tools?row=${row}`);
  failure = new Error('password: hunter2');
  expect(await readTools()).toEqual({
    tools: [],
    missing: 'the agent could not list its tools: see the server output',
  });
  expect(errors).toEqual([failure]);
  failure = new TimestepError('no-server', 'the server "log" is away: start it');
  expect(await readTools()).toEqual({ tools: [], missing: failure.message });
});
