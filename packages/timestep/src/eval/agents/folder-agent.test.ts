import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '#core';
import { listen, type ListeningServer } from '#protocols/http';
import { finalContains } from '../graders/text-graders.ts';
import { readResults } from '../run/results-file.ts';
import { runSuite } from '../run/run-suite.ts';
import { createAgentFromSpec } from './agent-spec.ts';
import { createEnvironmentFactory } from './environment-spec.ts';

const open: ListeningServer[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close(0);
});

/** A model that calls the first tool it is shown, and then says what it was told. */
async function model(asked: JsonObject[]): Promise<string> {
  const listening = await listen(
    async (request) => {
      const body = (await request.json()) as { messages: JsonObject[]; tools: JsonObject[] };
      asked.push(body);
      const last = body.messages.at(-1);
      const name = (body.tools[0] as { function: { name: string } }).function.name;
      const call = { index: 0, id: 'c1', type: 'function', function: { name, arguments: '{}' } };
      const delta =
        last?.['role'] === 'tool' ? { content: last['content'] } : { tool_calls: [call] };
      const chunk = { id: 'x', object: 'chat.completion.chunk', created: 0, model: 'm' };
      const end = { index: 0, delta: {}, finish_reason: 'stop' };
      const chunks = [
        { ...chunk, choices: [{ index: 0, delta: { role: 'assistant', ...delta } }] },
        { ...chunk, choices: [end] },
      ];
      const text = chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('');
      return new Response(`${text}data: [DONE]\n\n`, {
        headers: { 'content-type': 'text/event-stream' },
      });
    },
    { port: 0 },
  );
  open.push(listening);
  return listening.url;
}

it('grades the agent of a folder with the tools of its folder', async () => {
  const asked: JsonObject[] = [];
  const index = join(import.meta.dirname, '..', '..', 'index.ts');
  const folder = mkdtempSync(join(tmpdir(), 'agent-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'rules'));
  writeFileSync(join(folder, 'rules', 'short.mdt'), 'Be brief.');
  writeFileSync(
    join(folder, 'server.ts'),
    `import { Environment } from ${JSON.stringify(index)};
     const environment = new Environment({ environmentId: 'e', enableHandoff: false });
     environment.tool('process', {}, () => 'done');
     await environment.run('stdio');`,
  );
  const manifest = {
    metadata: { name: 'worker' },
    settings: { model: 'openai-compatible/m', toolPermission: 'never' },
    providers: { local: { OPENAI_COMPATIBLE_BASE_URL: await model(asked) } },
    mcpServers: { own: { command: process.execPath, args: ['server.ts'] } },
  };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  const outdir = join(folder, 'run');
  await runSuite({
    tasks: [
      {
        id: 'one',
        messages: [
          { role: 'system', content: 'Today is Monday.' },
          { role: 'user', content: 'go' },
        ],
        expected: { final_contains: 'done' },
      },
    ],
    outdir,
    trials: 1,
    agent: createAgentFromSpec(`folder:${folder}`, { timeoutS: 20 }),
    tools: createEnvironmentFactory(`folder:${folder}`),
    graders: [finalContains()],
  });
  expect([...readResults(join(outdir, 'results.jsonl'))]).toMatchObject([
    { verdict: 'passed', tool_calls: 1, error: null },
  ]);
  expect(asked[0]).toMatchObject({
    messages: [
      {
        role: 'system',
        content: 'You are a helpful assistant.\n\nRule (short):\nBe brief.\n\nToday is Monday.',
      },
      { role: 'user' },
    ],
    tools: [{ function: { name: 'own_process' } }],
  });
});

it.each([
  ['agent', () => createAgentFromSpec('folder:nowhere')],
  ['environment', () => createEnvironmentFactory('folder:nowhere')],
])('refuses a folder that is none as %s', (_, making) => {
  expect(making).toThrow('is not an agent folder');
});
