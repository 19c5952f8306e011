import { expect, it, onTestFinished } from 'vitest';
import { functionEnvironment } from '#engine/tools';
import type { ServedAgent, ToolEnvironment } from '#engine/port';
import { openMemory, systemClock, withCalledProgress } from '#engine/runner';
import { createManualClock } from '#testing';
import { openConversation } from '../conversation/open-conversation.ts';

const CALL = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'run', arguments: '{}' } }],
} as const;
const DONE = { role: 'assistant', content: 'Done.' } as const;

/** An agent with one tool, which it calls once. */
function createCaller(name: string, callTool: ToolEnvironment['callTool']): ServedAgent {
  const listed = functionEnvironment({ run: () => '' });
  const environment = { ...listed, callTool };
  return {
    name,
    agent: (messages) => (messages.at(-1)?.role === 'user' ? CALL : DONE),
    toolSite: 'server',
    limits: { max_steps: 5, time_limit_s: 60 },
    environment: () => environment,
  };
}

it('passes on the progress of tools, also of those of an agent that was asked', async () => {
  const backend = openMemory({
    agents: [
      createCaller('asker', async (_, { awaited, task }) => {
        if (awaited?.length) return { content: 'answered' };
        const child = await backend.runner.submit({
          agent: 'helper',
          principal: task?.principal ?? '',
          messageId: 'to-helper',
          message: { role: 'user', content: 'Help.' },
        });
        return { content: '', awaits: { task_id: child.id } };
      }),
      createCaller('helper', async (_, { emit }) => {
        // Tasks that end at once are not followed.
        await new Promise((resolve) => setTimeout(resolve, 600));
        emit?.({ type: 'progress', text: '40 of 200' });
        await new Promise((resolve) => setTimeout(resolve, 400));
        return { content: 'read' };
      }),
    ],
  });
  onTestFinished(() => backend.close(0));
  const { sessions } = backend;
  const runner = withCalledProgress(backend.runner, systemClock);
  const clock = createManualClock(1000);
  let ids = 0;
  const newId = (): string => `id-${(ids += 1)}`;
  const deps = { runner, sessions, clock, newId, onError: () => undefined };
  const conversation = await openConversation(deps, { agent: 'asker', principal: '' });
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const heard: string[] = [];
  const read = async (): Promise<void> => {
    for await (const update of conversation.updates(leaving.signal)) {
      if (update.kind === 'delta' && update.delta.type === 'progress')
        heard.push(update.delta.text);
    }
  };
  const reading = read();
  const task = await conversation.send('Go.', 'm1');
  await expect.poll(() => heard).toEqual(['run', '40 of 200']);
  expect((await runner.waitUntilSettled(task.id, leaving.signal)).state).toBe('completed');
  leaving.abort();
  await reading;
});
