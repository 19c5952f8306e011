import { expect, it } from 'vitest';
import type { AwaitedTask, Submission, Task } from '#core';
import { RunnerError, type Runner, type RunnerErrorCode } from '#engine/port';
import { createDeliveryAgent } from './delivery-agent.ts';

const errand = {
  task: 'sky-1',
  agent: 'sky',
  caller: { task: 'desk-1', context: 'c1', agent: 'desk' },
  after: 0,
  tool: 'agents_call_agent',
  asks: true,
};

function taskOf(id: string, state: 'working' | 'completed'): Task {
  const end = state === 'completed' ? { state, reason: 'final_answer' } : undefined;
  const origin = { principal: 'ann', metadata: {} };
  return { id, state, end, origin, generation: 0, steps: 0, calls: [] } as unknown as Task;
}

/** Runs the errand on a runner that refuses messages while `refusal` gives a code. */
async function run(refusal: () => RunnerErrorCode | undefined) {
  const sent: Submission[] = [];
  const pauses: number[] = [];
  const runner = {
    get: async (id: string) => taskOf(id, id === 'sky-1' ? 'completed' : 'working'),
    async submit(submission: Submission) {
      const code = refusal();
      if (code) throw new RunnerError(code, 'not now');
      sent.push(submission);
      return taskOf('desk-1', 'working');
    },
  } as unknown as Runner;
  const agent = createDeliveryAgent({
    runner: async () => runner,
    sessions: async () => undefined,
    clock: {
      now: () => 0,
      schedule(delayMs, later) {
        pauses.push(delayMs);
        const timer = setImmediate(later);
        return () => clearImmediate(timer);
      },
    },
    bounds: {},
    hasTool: async () => true,
  });
  const awaited = [{ task_id: 'sky-1', state: 'completed', awaits: { task_id: 'sky-1' } }];
  const environment = await agent.environment('c2');
  const { content } = await environment.callTool(
    { id: 'bring', name: 'bring', arguments: errand },
    {
      key: 'k',
      attempt: 1,
      awaited: awaited as readonly AwaitedTask[],
      task: { id: 't', contextId: 'c2', agent: agent.name, principal: 'ann', metadata: {} },
      signal: new AbortController().signal,
    },
  );
  return { content, sent, pauses };
}

it('lets the end of a task reach the disk before it looks again', async () => {
  let isWritten = false;
  setImmediate(() => setImmediate(() => (isWritten = true)));
  const { content, sent, pauses } = await run(() => (isWritten ? undefined : 'task-finished'));
  expect(content).toBe('brought to task desk-1');
  expect(sent).toHaveLength(1);
  expect(pauses.every((ms) => ms === 10)).toBe(true);
});

it('tries again, after longer and longer, where nothing can be kept', async () => {
  let left = 8;
  const { content, pauses } = await run(() => ((left -= 1) >= 0 ? 'unavailable' : undefined));
  expect(content).toBe('brought to task desk-1');
  expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

it.each<[RunnerErrorCode, string]>([
  ['duplicate-message', 'brought before'],
  ['unknown-agent', 'dropped: not now'],
])('notes what %s means', async (code, noted) => {
  expect((await run(() => code)).content).toBe(noted);
});
