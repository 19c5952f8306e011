import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { listen, type ListeningServer } from '@timestep-ai/timestep/http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTemporal, type TemporalServer } from '../temporal-server.ts';

const MAIN = join(import.meta.dirname, '../../../packages/timestep/src/people/cli/main.ts');
const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
let temporal: TemporalServer;
let model: ListeningServer;
const running: ChildProcess[] = [];

interface Asked {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** The desk, which may call others, asks the sky and says what it heard; the sky says that it is blue. */
function replyTo({ messages, tools = [] }: Asked): object {
  const last = messages.at(-1);
  const calling = tools.map((tool) => tool.function.name).find((one) => one.endsWith('call_agent'));
  if (calling === undefined) return { role: 'assistant', content: 'The sky is blue.' };
  if (last?.role === 'tool')
    return { role: 'assistant', content: `Heard: ${String(last.content)}` };
  const args = JSON.stringify({ agent: 'sky', message: 'How are you?' });
  const call = {
    index: 0,
    id: 'c1',
    type: 'function',
    function: { name: calling, arguments: args },
  };
  return { role: 'assistant', content: null, tool_calls: [call] };
}

beforeAll(async () => {
  temporal = await startTemporal(join(folder, 'temporal.db'));
  model = await listen(
    async (request) => {
      const delta = replyTo((await request.json()) as Asked);
      const reason = 'tool_calls' in delta ? 'tool_calls' : 'stop';
      const choices = [{ index: 0, delta, finish_reason: reason }];
      const chunk = { id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm', choices };
      const body = `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    },
    { port: 0 },
  );
  for (const name of ['desk', 'sky']) {
    mkdirSync(join(folder, name));
    const manifest = {
      metadata: { name },
      settings: { model: 'openai-compatible/m' },
      ...(name === 'desk' && { agents: ['../sky'] }),
    };
    writeFileSync(join(folder, name, 'tsagent.json'), JSON.stringify(manifest));
  }
});
afterAll(async () => {
  for (const child of running) await ended(child);
  await model?.close(0);
  await temporal?.stop();
  rmSync(folder, { recursive: true });
});

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Starts the command on one store and queue; `input` is what it reads. */
function timestep(args: readonly string[], input = ''): ChildProcess {
  const place = ['--database', join(folder, 'tasks.db'), '--runner', 'temporal'];
  const queue = ['--temporal-address', temporal.address, '--task-queue', 'calls', '--json'];
  const child = spawn(
    process.execPath,
    ['--conditions=@timestep/source', MAIN, ...args, ...place, ...queue],
    {
      env: {
        ...process.env,
        OPENAI_COMPATIBLE_BASE_URL: `${model.url}/v1`,
        OPENAI_COMPATIBLE_API_KEY: 'none',
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  running.push(child);
  child.stdin?.end(input);
  return child;
}

async function firstLine({ stdout, exitCode }: ChildProcess): Promise<Record<string, unknown>> {
  if (!stdout) throw new Error('the command has no output');
  for await (const line of createInterface({ input: stdout })) {
    return JSON.parse(line) as Record<string, unknown>;
  }
  throw new Error(`the command ended with ${exitCode}`);
}

it('lets an agent call another one in workers, for a server that works on nothing', async () => {
  const desk = join(folder, 'desk');
  const serving = timestep(['serve', desk, '--no-worker', '--no-ui', '--port', '0']);
  const { url } = await firstLine(serving);
  expect(await firstLine(timestep(['worker', desk]))).toEqual({ agent: 'desk', works: true });
  const answer = await fetch(`${String(url)}/v1/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'desk', input: 'How is the sky?' }),
  });
  const { status, output } = (await answer.json()) as { status: string; output: unknown };
  expect(status).toBe('completed');
  expect(JSON.stringify(output)).toMatch(/Heard: .*The sky is blue\./);
});

it('lets an agent call another one in a chat', async () => {
  const chat = timestep(['chat', join(folder, 'desk'), '--trust'], 'How is the sky?\n');
  let said = '';
  chat.stdout?.on('data', (piece: Buffer) => (said += piece.toString()));
  const [code] = (await once(chat, 'close')) as [number];
  expect(code).toBe(0);
  expect(said).toMatch(/Heard: .*The sky is blue\./);
});
