import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text as textOf } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { createTestFolder } from '../../timestep.fixture.ts';

const MAIN = join(import.meta.dirname, '../../main.ts');
const KEY = 'sk-canary-0123456789';

/** Starts a server with chat completions, which records the models and the keys of requests. */
async function startGroq(): Promise<{ readonly url: string; readonly requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((incoming, response) => {
    void (async () => {
      const { model } = JSON.parse(await textOf(incoming)) as { readonly model: string };
      requests.push(`${incoming.url} ${model} ${incoming.headers.authorization}`);
      const choice = { index: 0, delta: { content: 'It is sunny.' }, finish_reason: 'stop' };
      const chunk = { id: 'c', object: 'chat.completion.chunk', model, choices: [choice] };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

function start(env: Readonly<Record<string, string>>, ...argv: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, ['--conditions=@timestep/source', MAIN, ...argv], {
    env: { ...process.env, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function say(message: string, child: ChildProcess): Promise<string> {
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw new Error('the process has no streams');
  stdin.end(message);
  const [said, complaints] = await Promise.all([textOf(stdout), textOf(stderr)]);
  return said + complaints;
}

it('chats with and serves a folder whose model is of a provider with chat completions', async () => {
  const groq = await startGroq();
  const folder = createTestFolder();
  const settings = { model: 'groq/llama-3.3-70b' };
  const manifest = { metadata: { name: 'Guide' }, settings };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, '.env'), `GROQ_API_KEY=${KEY}\nGROQ_BASE_URL=${groq.url}/openai/v1\n`);
  const home = { HOME: folder, XDG_DATA_HOME: folder };
  const database = ['--database', join(folder, 'tasks.db')];
  const said = await say('Weather?', start(home, 'chat', folder, ...database));
  expect(said).toContain('It is sunny.');

  const serving = start(home, 'serve', folder, '--port', '0', '--json', '--no-ui', ...database);
  if (!serving.stdout) throw new Error('the process has no output');
  const lines = createInterface({ input: serving.stdout })[Symbol.asyncIterator]();
  const { url } = JSON.parse(String((await lines.next()).value)) as { readonly url: string };
  expect(await say('Weather?', start(home, 'chat', url))).toContain('It is sunny.');
  serving.kill('SIGTERM');
  await once(serving, 'exit');

  const request = `/openai/v1/chat/completions llama-3.3-70b Bearer ${KEY}`;
  expect(groq.requests).toEqual([request, request]);
  expect(said).not.toContain(KEY);
});
