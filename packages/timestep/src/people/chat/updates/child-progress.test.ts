import { expect, it } from 'vitest';
import type { NumberedEvent, TaskEvent } from '#core';
import type { TaskUpdate } from '#engine/port';
import { followChild } from './child-progress.ts';

function createLog(...events: readonly TaskEvent[]): readonly TaskUpdate[] {
  return events.map((event, at): TaskUpdate => {
    const numbered: NumberedEvent = { ...event, generation: at + 1, at };
    return { kind: 'event', event: numbered };
  });
}

function reply(id: string, name: string, args: object): TaskEvent {
  const call = {
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  } as const;
  const message = { role: 'assistant', content: null, tool_calls: [call] } as const;
  return { type: 'model.replied', step: 1, attempt: 1, message };
}

it('reports what a task and the tasks that it waits for do', async () => {
  const logs: Readonly<Record<string, readonly TaskUpdate[]>> = {
    child: createLog(
      reply('a', 'agents_call_agent', { agent: '/x/archive', message: 'Find it.' }),
      { type: 'call.suspended', callId: 'a', awaits: { task_id: 'grandchild' } },
      { type: 'call.suspended', callId: 'a', awaits: { task_id: 'mcp:1', elsewhere: true } },
    ),
    grandchild: [
      ...createLog(reply('b', 'read_log', { service: 'checkout' })),
      {
        kind: 'delta',
        step: 2,
        attempt: 0,
        delta: { type: 'progress', callId: 'b', text: '40 of 200' },
      },
    ],
  };
  const heard: string[] = [];
  const runner = {
    async *subscribe(taskId: string) {
      const log = logs[taskId];
      if (!log) throw new Error(`no task ${taskId}`);
      yield* log;
    },
  };
  const signal = new AbortController().signal;
  await followChild(runner, 'child', signal, (text) => heard.push(text));
  await expect
    .poll(() => heard)
    .toEqual(['Ask archive: Find it.', 'archive › read_log checkout', 'archive › 40 of 200']);
  await followChild(runner, 'missing', signal, (text) => heard.push(text));
  expect(heard).toHaveLength(3);
});
