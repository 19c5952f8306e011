/** An agent that is a function is one step: what it did inside is not known after a crash, and the pages say so. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, serve, tool, type AgentFn } from '@timestep-ai/timestep';
import { expect, it, onTestFinished } from 'vitest';

const NEVER = new AbortController().signal;
const charge = tool({ description: 'Charges a card.', execute: () => 'charged by a tool' });

it('starts again from its beginning, where a call of a tool is kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const database = join(folder, 'tasks.db');
  const done: string[] = [];
  const reached = Promise.withResolvers<void>();
  let life = 1;
  const alone: AgentFn = async (messages, { signal }) => {
    if (!messages.some(({ role }) => role === 'tool')) {
      done.push(`life ${life}: function`);
      const call = { name: 'charge', arguments: '{}' };
      return {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'c', type: 'function', function: call }],
      };
    }
    done.push(`life ${life}: function after the tool`);
    if (life === 2) return { role: 'assistant', content: 'Paid.' };
    reached.resolve();
    // The process ends while the function works.
    return new Promise((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason)),
    );
  };
  const start = () => {
    const tools = { charge: { ...charge, execute: () => void done.push(`life ${life}: tool`) } };
    return serve({
      agents: [new Agent({ agentId: 'cashier', model: alone, tools })],
      port: 0,
      database,
    });
  };
  const first = await start();
  const message = { role: 'user', content: 'Pay.' } as const;
  const sent = { agent: 'cashier', principal: '', messageId: 'm1', message };
  const { id } = await first.runner.submit(sent);
  await reached.promise;
  await first.close(0);
  life = 2;
  const second = await start();
  onTestFinished(() => second.close(0));
  expect((await second.runner.waitUntilSettled(id, NEVER)).state).toBe('completed');
  expect(done).toEqual([
    'life 1: function',
    'life 1: tool',
    'life 1: function after the tool',
    'life 2: function after the tool',
  ]);
});

it.each(['README.md', 'docs/build/bring-your-agent.md'])('is said in %s', (path) => {
  const text = readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(/starts? again from its beginning/);
});
