import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { functionEnvironment } from '#engine/tools';
import type { AgentFn } from '#engine/port';
import { createMemoryRunner } from '#engine/runner';
import { finalContains } from '../graders/text-graders.ts';
import { minToolCalls } from '../graders/tool-graders.ts';
import { report } from '../report/read-run.ts';
import { gradeTasks } from './grade-tasks.ts';
import { readResults } from './results-file.ts';

const root = mkdtempSync(join(tmpdir(), 'timestep-tasks-'));
afterAll(() => rmSync(root, { recursive: true }));

const looks: AgentFn = (messages) => {
  const last = messages.at(-1);
  if (last?.role === 'tool') return { role: 'assistant', content: `I see ${last.content}` };
  const call = { name: 'look', arguments: '{}' };
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c', type: 'function', function: call }],
  };
};

it('grades what was done, and runs nothing again', async () => {
  let asked = 0;
  const agent: AgentFn = (messages, context) => {
    asked += 1;
    return looks(messages, context);
  };
  const environment = functionEnvironment({ look: () => 'the sky' });
  const limits = { max_steps: 5, time_limit_s: 10 };
  const served = {
    name: 'a',
    agent,
    toolSite: 'server',
    limits,
    environment: () => environment,
  } as const;
  const waiting = { ...served, name: 'b', toolSite: 'client' } as const;
  const runner = createMemoryRunner({ agents: [served, waiting] });
  for (const [messageId, name] of [
    ['m1', 'a'],
    ['m2', 'a'],
    ['m3', 'b'],
  ] as const) {
    const message = { role: 'user', content: messageId } as const;
    const task = await runner.submit({ agent: name, principal: 'ann', messageId, message });
    await runner.waitUntilSettled(task.id, new AbortController().signal);
  }
  const askedBefore = asked;
  const outdir = join(root, 'run');
  const count = await gradeTasks({
    runner,
    query: { principal: 'ann' },
    outdir,
    graders: [finalContains(), minToolCalls({ least: 1 })],
    expect: ({ entries }) =>
      JSON.stringify(entries).includes('m1') ? { expected: { final_contains: 'sky' } } : {},
  });
  expect(count).toBe(2);
  expect(asked).toBe(askedBefore);
  expect(report(outdir)).toMatchObject({
    trials: 2,
    passed: 2,
    pass_rate: { mean: 1 },
  });
  const rows = [...readResults(join(outdir, 'results.jsonl'))];
  expect(rows.map(({ tool_calls, messages = [] }) => [tool_calls, messages.length])).toEqual([
    [1, 4],
    [1, 4],
  ]);
  expect(rows.flatMap(({ grades }) => grades).filter(({ skipped }) => skipped)).toHaveLength(1);
  await runner.close(0);
});

it('does not pass a task that no grader judged, and does not write over a run', async () => {
  const served = {
    name: 'a',
    agent: () => ({ role: 'assistant', content: 'sun' }) as const,
    toolSite: 'server',
    limits: { max_steps: 5, time_limit_s: 10 },
    environment: () => functionEnvironment({}),
  } as const;
  const runner = createMemoryRunner({ agents: [served] });
  const message = { role: 'user', content: 'go' } as const;
  const task = await runner.submit({ agent: 'a', principal: 'ann', messageId: 'm', message });
  await runner.waitUntilSettled(task.id, new AbortController().signal);
  const expected = { final_contain: 'sun' };
  const asked = {
    runner,
    query: { principal: 'ann' },
    graders: [finalContains(), minToolCalls({ least: 0 })],
  };
  const [unread, skipped] = [join(root, 'unread'), join(root, 'skipped')];
  await gradeTasks({ ...asked, outdir: unread, expect: () => ({ expected }) });
  expect(report(unread)).toMatchObject({
    passed: 0,
    failed: 1,
    tasks: [{ failing: [UNREAD] }],
  });
  await gradeTasks({ ...asked, graders: [finalContains()], outdir: skipped });
  expect(report(skipped)).toMatchObject({
    failed: 1,
    tasks: [{ failing: [{ name: 'Judged' }] }],
  });
  const again = gradeTasks({ ...asked, outdir: skipped });
  await expect(again).rejects.toMatchObject({ code: 'run-exists' });
  await runner.close(0);
});

const UNREAD = { name: 'Expectations', reason: expect.stringContaining('final_contain') as string };
