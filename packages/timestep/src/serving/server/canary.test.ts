import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadAgentFolder } from '#agents/agent';
import { listen } from '#protocols/http';
import { Agent } from './agent/agent.ts';
import { serve } from './lazy-serve.ts';

/** What nobody may be told. */
const CANARY = 'canary-4b1d-never-told';

/** A server of 2025 whose only tool fails with the address that it was called at. */
async function talkative(): Promise<string> {
  const listening = await listen(
    async (request) => {
      if (request.method !== 'POST') return new Response(null, { status: 405 });
      const { id, method } = (await request.json()) as { id?: number; method: string };
      if (id === undefined) return new Response(null, { status: 202 });
      const results: Record<string, object> = {
        initialize: {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'talkative', version: '1' },
        },
        'tools/list': { tools: [{ name: 'get', inputSchema: { type: 'object' } }] },
        'tools/call': { content: [{ type: 'text', text: request.url }], isError: true },
      };
      return Response.json({ jsonrpc: '2.0', id, result: results[method] ?? {} });
    },
    { port: 0 },
  );
  onTestFinished(() => listening.close(0));
  return listening.url;
}

async function served() {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const manifest = {
    metadata: { name: 'guide' },
    settings: { toolPermission: 'never' },
    mcpServers: {
      talkative: { url: `${await talkative()}/mcp?key=\${env:KEY}` },
      gone: { url: 'http://127.0.0.1:1/${env:KEY}', startTimeoutSeconds: 1 },
      nowhere: { command: '/nowhere/${env:KEY}', args: ['${env:KEY}'] },
    },
  };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  const definition = loadAgentFolder(folder, {
    env: { KEY: CANARY },
    model: async (messages) => {
      if (messages.at(-1)?.role === 'tool') throw new Error(`cannot read /keys/${CANARY}`);
      const called = { name: 'talkative_get', arguments: '{}' };
      const call = { id: 'c1', type: 'function', function: called } as const;
      return { role: 'assistant', content: '', tool_calls: [call] };
    },
  });
  const log: string[] = [];
  const serving = await serve({
    agents: [new Agent(definition)],
    port: 0,
    database: join(folder, 'tasks.db'),
    onError: (thrown) => log.push(String(thrown)),
  });
  onTestFinished(async () => {
    await serving.close(0);
    await definition.close();
  });
  const ask = async (path: string, body?: object): Promise<string> => {
    const request = new Request(`http://localhost${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    });
    return (await serving.fetch(request)).text();
  };
  return { ask, serving, folder, log };
}

it('tells nobody what came from a secret, and callers no exception', async () => {
  const { ask, serving, folder, log } = await served();
  const parts = [{ text: 'hello' }];
  const message = { messageId: 'm1', role: 'ROLE_USER', parts };
  const sent = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } };
  const answers = [
    await ask('/', sent),
    await ask('/', { jsonrpc: '2.0', id: 2, method: 'ListTasks', params: {} }),
    await ask('/v1/responses', { model: 'guide', input: 'hello' }),
    await ask('/.well-known/agent-card.json'),
    await ask('/health'),
  ];
  const { tasks } = await serving.runner.list({ principal: '', pageSize: 10 });
  answers.push(JSON.stringify(await Promise.all(tasks.map(({ id }) => serving.runner.get(id)))));
  expect(answers[0]).toContain('the agent failed: the server log has the details under ');
  expect(answers.join()).not.toContain(CANARY);
  // The exception itself is for whoever runs the server, under the id that the caller was told.
  const [, id] = /the server log has the details under ([\w-]+)/.exec(answers[0] ?? '') ?? [];
  expect(log.filter((line) => line.includes(`${id}: cannot read /keys/`))).toHaveLength(1);
  await serving.close(0);
  const files = readdirSync(folder).filter((name) => name.startsWith('tasks.db'));
  expect(files).toContain('tasks.db');
  for (const name of files) expect(readFileSync(join(folder, name)).includes(CANARY)).toBe(false);
});
