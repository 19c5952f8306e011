import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { COUNTER } from './counter-script.ts';

const ROOT = join(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'packages/timestep/src/people/cli/main.ts');

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-chat-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Says something through pipes, as `echo … | timestep chat …` does. */
async function say(folder: string, words: string, ...args: readonly string[]): Promise<Ended> {
  const node = ['--conditions=@timestep/source', MAIN, 'chat', ...args];
  const child = spawn(process.execPath, node, { cwd: folder, stdio: 'pipe' });
  child.stdin.end(`${words}\n`);
  const [stdout, stderr, [code]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}

it('talks with the guide where there is no agent, and says what that is', async () => {
  const folder = newFolder();
  const first = await say(folder, 'How is a conversation compacted?');
  expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('compact') as string });
  expect(first.stderr).toMatch(/^timestep: This is the guide: a script [^\n]* --model [^\n]*\n$/);
  writeFileSync(
    join(folder, 'tsagent.json'),
    JSON.stringify({ metadata: { name: 'Here' }, settings: { model: 'builtin:echo' } }),
  );
  expect(await say(folder, 'hello')).toEqual({ code: 0, stdout: 'Echo: hello\n', stderr: '' });
});

it('writes every event as a line of JSON and nothing else', async () => {
  const guide = join(ROOT, 'examples/guide');
  const { code, stdout, stderr } = await say(newFolder(), 'hi', guide, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const types = stdout
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly type: string }).type);
  expect(types.at(0)).toBe('task.submitted');
  expect(types.at(-1)).toBe('task.finished');
});

it('goes on with a conversation by the beginning of its id, and with the newest one', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'counter.json'), COUNTER);
  const first = await say(folder, 'hello', 'counter.json', '--json');
  const { contextId } = JSON.parse(first.stdout.split('\n')[0] ?? '') as {
    readonly contextId: string;
  };
  const second = await say(folder, 'sum', 'counter.json', '--resume', contextId.slice(0, 8));
  expect(second).toMatchObject({ code: 0, stdout: 'It is 42.\n' });
  const third = await say(folder, 'hi', 'counter.json', '--continue', '--json');
  expect(third.stdout).toContain(`"contextId":"${contextId}"`);
  expect(third.stdout).toContain('It is 42.');
  const none = await say(folder, 'hi', 'counter.json', '--resume', 'none');
  expect(none).toMatchObject({ code: 1, stdout: '' });
  expect(none.stderr).toContain(
    'unknown session none of counter: list the sessions with timestep sessions list',
  );
});

const ADDER = {
  rules: [
    {
      when: { user: { contains: 'add' } },
      reply: { call: { tool: 'srv_add', arguments: { a: 1, b: 2 } } },
    },
    { when: { tool_result: 'srv_add' }, reply: 'That is {{result.sum}}.' },
    { when: { user: { contains: '' } }, reply: 'Hello.' },
  ],
};

it('leaves a call that needs a yes to the next command, which it names', async () => {
  const folder = newFolder();
  const server = join(import.meta.dirname, 'mcp-environment.ts');
  const srv = { command: process.execPath, args: ['--conditions=@timestep/source', server] };
  const manifest = {
    metadata: { name: 'Adder' },
    settings: { model: 'script:adder.json' },
    mcpServers: { srv },
  };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'adder.json'), JSON.stringify(ADDER));
  const asked = await say(folder, 'add', '.');
  expect({ code: asked.code, stdout: asked.stdout }).toEqual({ code: 4, stdout: '' });
  const goOn = /requires approval\. Run: echo yes \| timestep chat (.*)\n$/.exec(asked.stderr);
  const args = goOn?.[1]?.split(' ') ?? [];
  expect(args.slice(0, 2)).toEqual(['.', '--resume']);
  const answered = await say(folder, 'yes', ...args);
  expect(answered).toEqual({ code: 0, stdout: 'That is 3.\n', stderr: '' });
});

it('talks with an agent that is served', async () => {
  const folder = newFolder();
  const manifest = { metadata: { name: 'Echo' }, settings: { model: 'builtin:echo' } };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  const node = ['--conditions=@timestep/source', MAIN, 'serve', '.', '--port', '0'];
  const serving = spawn(process.execPath, node, { cwd: folder, stdio: 'pipe' });
  onTestFinished(() => void serving.kill('SIGTERM'));
  const said: string[] = [];
  for (const stream of [serving.stdout, serving.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => said.push(text));
  }
  await expect.poll(() => said.join('')).toMatch(/http:\/\/127\.0\.0\.1:\d+/);
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(said.join('')) ?? [];
  const elsewhere = newFolder();
  expect(await say(elsewhere, 'hello', url)).toMatchObject({ code: 0, stdout: 'Echo: hello\n' });
  const again = await say(elsewhere, 'again', url, '--continue');
  expect(again).toMatchObject({ code: 0, stdout: 'Echo: again\n' });
});

it('has an agent call another one that its folder names', async () => {
  const folder = newFolder();
  const agentIn = (path: string, manifest: object): void => {
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, 'tsagent.json'), JSON.stringify(manifest));
  };
  const script = {
    name: 'desk',
    rules: [
      { when: { tool_result: 'agents_call_agent' }, reply: 'It says: {{result.answer}}' },
      {
        when: { user: { contains: '' } },
        reply: {
          call: { tool: 'agents_call_agent', arguments: { agent: 'sky', message: 'sunny' } },
        },
      },
    ],
  };
  const settings = { model: 'script:desk.json' };
  agentIn('desk', { metadata: { name: 'Desk' }, settings, agents: ['../sky'] });
  agentIn('sky', { metadata: { name: 'Sky' }, settings: { model: 'builtin:echo' } });
  writeFileSync(join(folder, 'desk', 'desk.json'), JSON.stringify(script));
  const said = await say(folder, 'How is it?', 'desk');
  expect(said).toMatchObject({ code: 0, stderr: '' });
  expect(said.stdout).toMatch(/^It says: .*sunny/);
});
