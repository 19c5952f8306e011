import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve, type Serving } from '@timestep-ai/timestep';
import { connectA2A } from '@timestep-ai/timestep/a2a';
import { openCatalog } from '@timestep-ai/timestep/catalog';
import { getFinalAnswer, getText, toArray, type Message } from '@timestep-ai/timestep/core';
import { expect, it, onTestFinished } from 'vitest';
import { newPath, started } from './durable-life.ts';

const NEVER = new AbortController().signal;
const PROGRAM = fileURLToPath(new URL('calling-agents.ts', import.meta.url));

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-calls-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function writeAgent(folder: string, name: string, agents: readonly string[]): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  const manifest = { metadata: { name }, ...(agents.length > 0 && { agents }) };
  writeFileSync(join(path, 'tsagent.json'), JSON.stringify(manifest));
  return path;
}

it('has one answer of the agent that was called when its process was killed', async () => {
  const folder = newFolder();
  const desk = writeAgent(folder, 'desk', ['../sky']);
  writeAgent(folder, 'sky', []);
  const path = newPath();
  const first = await started(path, '0', PROGRAM, desk);
  // Long enough for a moment without the server, and soon over once it is killed.
  const client = await connectA2A(first.url, { patienceMs: 2000 });
  const sent = { messageId: 'm1', message: 'How is it?' };
  const updates = client.send(sent, NEVER)[Symbol.asyncIterator]();
  expect((await updates.next()).done).toBe(false);
  expect(await first.saying('sky')).toBe('sky attempt 1');
  first.program.kill('SIGKILL');
  await once(first.program, 'exit');
  await expect(toEnd(updates)).rejects.toThrow(/\w/);
  const later = await started(path, new URL(first.url).port, PROGRAM, desk);
  expect(await later.saying('sky')).toBe('sky attempt 2');
  later.program.stdin?.write('go\n');
  let text = '';
  for await (const update of client.send(sent, NEVER)) {
    if (update.kind === 'task') ({ text } = update.task);
  }
  expect(JSON.parse(text)).toMatchObject({ agent: 'sky', answer: 'sun in Oslo' });
});

async function toEnd(iterator: AsyncIterator<unknown>): Promise<void> {
  for (;;) if ((await iterator.next()).done) return;
}

/** A server of one agent, which calls the first agent that it may call, and says what came of it. */
async function served(
  path: string,
  delegationKey: string | undefined,
): Promise<{ readonly serving: Serving; readonly refresh: () => Promise<void> }> {
  const secret = delegationKey === undefined ? {} : { delegationKey };
  const catalog = await openCatalog([path], {
    ...secret,
    load: {
      model(messages, { tools }) {
        const last = messages.at(-1);
        const content = last ? getText(last) : '';
        const canCall = tools.some((tool) => tool.function.name === 'agents_call_agent');
        if (last?.role === 'tool' && !content.includes('"agents"')) {
          return { role: 'assistant', content };
        }
        if (!canCall) return { role: 'assistant', content: 'here' };
        return { role: 'assistant', content: null, tool_calls: [callAfter(last)] };
      },
    },
  });
  const serving = await serve({
    agents: catalog.servables,
    port: 0,
    database: ':memory:',
    onError: () => undefined,
    ...secret,
  });
  onTestFinished(() => serving.close(0));
  return { serving, refresh: () => catalog.refresh() };
}

function callAfter(last: Message | undefined) {
  const list = last?.role === 'tool' ? (JSON.parse(getText(last)) as Listed) : undefined;
  const name = list ? 'agents_call_agent' : 'agents_list_agents';
  const args = list ? { agent: list.agents[0]?.name, message: 'on' } : {};
  const called = { name, arguments: JSON.stringify(args) };
  return { id: name, type: 'function', function: called } as const;
}

interface Listed {
  readonly agents: readonly { readonly name: string }[];
}

async function ask({ runner }: Serving, agent: string): Promise<string> {
  const message = { role: 'user', content: 'go' } as const;
  const { id } = await runner.submit({ agent, principal: '', messageId: 'm1', message });
  return getFinalAnswer(await runner.waitUntilSettled(id, NEVER)) ?? '';
}

/** Two servers whose agents call each other: `a` of the first one, `b` of the second one. */
async function circle(key: string | undefined): Promise<Serving> {
  const folder = newFolder();
  const b = writeAgent(folder, 'b', []);
  const two = await served(b, key);
  const one = await served(writeAgent(folder, 'a', [two.serving.url]), key);
  writeAgent(folder, 'b', [one.serving.url]);
  await two.refresh();
  return one.serving;
}

it('refuses a call that comes back to the agent that waits for it, over two servers', async () => {
  const one = await circle('secret');
  const said = await ask(one, 'a');
  expect(said).toMatch(/has a call cycle \(a@\w+, b@\w+\)/);
  const { tasks } = await one.runner.list({ principal: '', agent: 'a', pageSize: 9 });
  expect(tasks).toHaveLength(1);
});

it('counts the calls of strangers, who prove nothing else', async () => {
  const one = await circle(undefined);
  const said = await ask(one, 'a');
  expect(said).toContain('this would be nested agent call 5, and only 4 are allowed');
  const { tasks } = await one.runner.list({ principal: '', agent: 'a', pageSize: 9 });
  const paths = tasks.map(({ origin }) => origin.delegation?.path.length ?? 0);
  expect(paths.toSorted((a, b) => a - b)).toEqual([0, 2, 4]);
  expect(tasks.every(({ entries }) => toArray(entries).length > 1)).toBe(true);
});
