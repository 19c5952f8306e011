import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '#core';
import { runEpisode } from '#engine/runner';
import { createAgentContext } from '../agent-context.fixture.ts';
import { commandAgent, type CommandAgentOptions } from './command-agent.ts';

const question: Message[] = [{ role: 'user', content: 'hi' }];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'command-agent-'));
});
afterAll(() => rm(folder, { recursive: true }));

function script(code: string, options: CommandAgentOptions = {}) {
  return commandAgent({ command: process.execPath, args: ['-e', code] }, options);
}

const READ = `
  let text = '';
  for await (const chunk of process.stdin) text += chunk;
  const input = JSON.parse(text);
`;

function reading(code: string) {
  const args = ['--input-type=module', '-e', `${READ}\n${code}`];
  return commandAgent({ command: process.execPath, args });
}

async function failure(agent: ReturnType<typeof commandAgent>, context = createAgentContext()) {
  return Promise.resolve(agent(question, context)).catch((thrown: unknown) => thrown);
}

/** A command that starts another; both hold a connection open for as long as they live. */
function family(port: number): string {
  const connect = `require('node:net').connect(${port}, '127.0.0.1')`;
  return `
    require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(connect)}]);
    ${connect};
  `;
}

/** Listens for two connections, and tells when they have come and when they have gone. */
async function listenForTwo() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const two = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const gone = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let count = 0;
  server.on('connection', (socket) => {
    const nth = count++;
    two[nth]?.resolve();
    socket.on('error', () => {}).on('close', () => gone[nth]?.resolve());
  });
  return {
    port: (server.address() as AddressInfo).port,
    come: Promise.all(two.map((each) => each.promise)),
    gone: Promise.all(gone.map((each) => each.promise)),
    close: () => server.close(),
  };
}

describe('commandAgent', () => {
  it('gives the command the settings of the caller, where there are any', async () => {
    const agent = reading(`process.stdout.write('told ' + JSON.stringify(input.settings));`);
    const told = await agent(question, createAgentContext({ settings: { temperature: 0.5 } }));
    expect(told.content).toBe('told {"temperature":0.5}');
  });

  it('gives the command the whole context and runs it once a reply', async () => {
    const agent = reading(`
      const asked = Object.keys(input).join();
      const last = input.messages.at(-1);
      const reply = last.role === 'tool'
        ? { role: 'assistant', content: asked + ' ' + input.task.id + ' got ' + last.content }
        : { role: 'assistant', content: null, tool_calls: [
            { id: 'a', function: { name: input.tools[0].function.name, arguments: { n: input.seed } } } ] };
      process.stdout.write(JSON.stringify(reply));
    `);
    const tools = { double: ({ n }: { n?: unknown }) => Number(n) * 2 };
    const task = { id: 'task_07' };
    const { messages, info } = await runEpisode(question, agent, { tools, task, seed: 21 });
    expect(info).toMatchObject({ terminated_reason: 'final_answer', steps: 2 });
    expect(messages.at(-1)?.content).toBe('messages,tools,task,seed,limits task_07 got 42');
  });

  it('takes a command line, plain text, and a command that reads nothing', async () => {
    const agent = commandAgent(
      `"${process.execPath}" -e 'console.log("hello " + process.env.WHO)'`,
      {
        env: { WHO: 'you' },
        cwd: folder,
      },
    );
    const long: Message[] = [{ role: 'user', content: 'x'.repeat(500_000) }];
    expect(await agent(long, createAgentContext())).toEqual({
      role: 'assistant',
      content: 'hello you',
    });
  });

  it('fails with the code and the end of what went to stderr', async () => {
    const thrown = await failure(
      script(`console.error('x'.repeat(9000)); console.error('no such thing'); process.exit(3)`),
    );
    expect(thrown).toMatchObject({
      code: 'agent_exit_3',
      message: expect.stringMatching(/exited with 3: x+\nno such thing$/) as string,
    });
    expect(String(thrown).length).toBeLessThan(2200);
    expect(await failure(script('process.kill(process.pid)'))).toMatchObject({
      code: 'agent_exit_SIGTERM',
    });
  });

  it('fails on silence, on too much and on a command that is not there', async () => {
    expect(await failure(script('0'))).toMatchObject({ code: 'agent_empty_stdout' });
    expect(await failure(commandAgent('no-such-command-anywhere'))).toMatchObject({
      code: 'agent_not_found',
      message: 'command not found: no-such-command-anywhere',
    });
    // Each write waits for the one before, so that the command does not run out of memory itself.
    const flood = `(function more() { process.stdout.write('x'.repeat(1 << 20), more) })()`;
    expect(await failure(script(flood))).toMatchObject({ code: 'agent_too_much_output' });
    const noFolder = { cwd: join(folder, 'nowhere') };
    expect(await failure(script('0', noFolder))).toMatchObject({ code: 'agent_not_found' });
  });

  it('ends a command that takes too long', async () => {
    const agent = script('setInterval(() => {}, 1000)', { timeoutS: 0.05 });
    expect(await failure(agent)).toMatchObject({
      code: 'agent_timeout',
      message: expect.stringMatching(/did not answer within 0.05 s$/) as string,
    });
  });

  it('ends a command that is called off, with all that it started', async () => {
    const lives = await listenForTwo();
    const abort = new AbortController();
    const reason = new Error('canceled');
    const context = createAgentContext({ signal: abort.signal });
    const outcome = failure(script(family(lives.port)), context);
    await lives.come;
    abort.abort(reason);
    expect(await outcome).toBe(reason);
    expect(await lives.gone).toHaveLength(2);
    lives.close();
    expect(await failure(script('0'), context)).toBe(reason);
  });
});
