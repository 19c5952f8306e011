import { expect, it } from 'vitest';
import { DEFAULT_LIMITS, type NumberedEvent, type TaskEvent } from '#core';
import { createTaskNotFoundError } from '#engine/port';
import { loadTaskTree } from './load-task-tree.ts';

/** Creates the log of a task that asks others in the same step, one second between two events. */
function createLog(taskId: string, asked: readonly string[]): readonly NumberedEvent[] {
  const calls = asked.map((message) => ({
    id: message,
    type: 'function' as const,
    function: { name: 'call_agent', arguments: JSON.stringify({ agent: 'sky', message }) },
  }));
  const usage = { prompt_tokens: 4, completion_tokens: 1, total_tokens: 5 };
  const message = { role: 'assistant', content: 'Well', usage, cost_usd: 0.5 } as const;
  const events: readonly TaskEvent[] = [
    {
      type: 'task.submitted',
      taskId,
      contextId: 'c1',
      agent: asked.length > 0 ? 'desk' : 'sky',
      principal: '',
      coreVersion: 3,
      toolSite: 'server',
      limits: DEFAULT_LIMITS,
      seed: 0,
      loadPrompt: false,
      history: [],
      clientTools: [],
    },
    { type: 'message.received', messageId: 'm', message: { role: 'user', content: taskId } },
    { type: 'model.started', step: 1, attempt: 1 },
    {
      type: 'model.replied',
      step: 1,
      attempt: 1,
      message: { ...message, ...(calls.length > 0 && { tool_calls: calls }) },
    },
    ...asked.flatMap((callId): readonly TaskEvent[] => [
      { type: 'tool.started', callId, attempt: 1 },
      { type: 'call.suspended', callId, awaits: { task_id: callId } },
    ]),
  ];
  return events.map((event, at) => ({ ...event, generation: at + 1, at: (at + 1) * 1000 }));
}

const LOGS: Readonly<Record<string, readonly NumberedEvent[]>> = {
  root: createLog('root', ['one', 'two', 'erased']),
  one: createLog('one', ['deep', 'root']),
  two: createLog('two', []),
  deep: createLog('deep', []),
};

async function* readEvents(id: string): AsyncGenerator<NumberedEvent> {
  const log = LOGS[id];
  if (!log) throw createTaskNotFoundError(id);
  yield* log;
}

it('lists each task once, below the task that asks it, without those that are gone', async () => {
  const { tasks, totals, isCut } = await loadTaskTree({ events: readEvents }, 'root', 60_000);
  expect(tasks.map(({ id, depth }) => [id, depth])).toEqual([
    ['root', 0],
    ['one', 1],
    ['deep', 2],
    ['two', 1],
  ]);
  expect(tasks[0]).toMatchObject({ agent: 'desk', title: 'root', state: 'working' });
  expect(totals).toMatchObject({ tasks: 4, agents: 2, tokens: 20, costUsd: 2, wallMs: 59_000 });
  expect(isCut).toBe(false);
});

it('says that it does not list all of a chain without an end', async () => {
  async function* readChain(id: string): AsyncGenerator<NumberedEvent> {
    yield* createLog(id, [`${id}+`]);
  }
  const { tasks, isCut } = await loadTaskTree({ events: readChain }, 't', 60_000);
  expect([tasks.length, isCut]).toEqual([9, true]);
});

it('does not hide failures of the store', async () => {
  // oxlint-disable-next-line require-yield
  async function* fail(): AsyncGenerator<NumberedEvent> {
    throw new Error('disk full');
  }
  await expect(loadTaskTree({ events: fail }, 't', 0)).rejects.toThrow('disk full');
});
