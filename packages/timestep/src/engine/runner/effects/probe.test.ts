import { expect, it } from 'vitest';
import { functionEnvironment } from '#engine/tools';
import type { ProbeResult } from '#engine/port';
import { callTool } from './call-tool.ts';

async function secondAttempt(
  probe: (() => ProbeResult) | undefined,
): Promise<readonly [object, number]> {
  let runs = 0;
  const environment = functionEnvironment({
    pay: {
      replay: 'probe',
      execute: () => `paid ${(runs += 1)}`,
      ...(probe && { probe }),
    },
  });
  const { signal } = new AbortController();
  const call = { id: 'a', type: 'function', function: { name: 'pay', arguments: '{}' } } as const;
  const outcome = await callTool(
    { call, attempt: 2, key: 'k', approved: false },
    environment,
    await environment.listTools(signal),
    { task: { id: 't', contextId: 'c', agent: 'a', metadata: {} }, signal },
  );
  return [outcome, runs];
}

it('a call that went through is not made again', async () => {
  const [outcome, runs] = await secondAttempt(() => ({ content: 'paid before' }));
  expect(outcome).toMatchObject({ type: 'tool.returned', content: 'paid before' });
  expect(runs).toBe(0);
});

it('a call that never ran is made', async () => {
  const [outcome, runs] = await secondAttempt(() => 'not-run');
  expect(outcome).toMatchObject({ type: 'tool.returned', content: 'paid 1' });
  expect(runs).toBe(1);
});

it.each([
  ['the tool cannot tell', () => 'unknown' as const],
  ['there is no probe', undefined],
])('the model is told where %s', async (_, probe) => {
  const [outcome, runs] = await secondAttempt(probe);
  expect(outcome).toMatchObject({ type: 'tool.failed', error: { code: 'interrupted' } });
  expect(runs).toBe(0);
});
