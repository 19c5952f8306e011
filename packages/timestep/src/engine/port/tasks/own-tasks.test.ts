import { expect, it, onTestFinished } from 'vitest';
import { DEFAULT_LIMITS, type Submission } from '#core';
import { functionEnvironment } from '#engine/tools';
import { agentBuiltinEcho } from '#agents/model';
import { createMemoryRunner } from '#engine/runner';
import { createOwnTasks } from './own-tasks.ts';
import type { ServedAgent } from '../agent/served-agent.ts';

const HELLO = { messageId: 'm1', message: { role: 'user', content: 'hello' } } as const;
const never = new AbortController().signal;

function runnerOfTwo() {
  const agents = ['one', 'two'].map((name): ServedAgent => ({
    name,
    agent: agentBuiltinEcho,
    environment: () => functionEnvironment({}),
    toolSite: 'server',
    limits: DEFAULT_LIMITS,
  }));
  const runner = createMemoryRunner({ agents });
  onTestFinished(() => runner.close(0));
  return runner;
}

it('gives a principal what it submitted, from the moment it was taken', async () => {
  const ada = createOwnTasks(runnerOfTwo(), { principal: 'ada' });
  const own = await ada.submit({ agent: 'one', ...HELLO });
  const ended = await own.waitUntilSettled(never);
  expect(ended).toMatchObject({ state: 'completed', origin: { principal: 'ada', agent: 'one' } });
  const states = [];
  for await (const { task } of own.subscribe(await own.getAtGeneration(1), never))
    states.push(task.state);
  expect(states.at(-1)).toBe('completed');
  expect(await own.cancel()).toEqual(ended);
  expect((await ada.find(ended.id))?.task).toEqual(ended);
  await own.erase();
  expect(await ada.find(ended.id)).toBeUndefined();
});

it('finds no task of another principal, nor of another agent where one is named', async () => {
  const runner = runnerOfTwo();
  const { task } = await createOwnTasks(runner, { principal: 'ada' }).submit({
    agent: 'one',
    ...HELLO,
  });
  const found = async (principal: string, agent?: string) => {
    const own = createOwnTasks(runner, { principal, ...(agent !== undefined && { agent }) });
    const listed = await own.list({ pageSize: 5 });
    return [(await own.find(task.id)) !== undefined, listed.total];
  };
  expect(await found('ada')).toEqual([true, 1]);
  expect(await found('ada', 'one')).toEqual([true, 1]);
  expect(await found('ada', 'two')).toEqual([false, 0]);
  expect(await found('grace')).toEqual([false, 0]);
  expect(await found('')).toEqual([false, 0]);
  await expect(
    createOwnTasks(runner, { principal: 'grace' }).submit({
      agent: 'one',
      ...HELLO,
      taskId: task.id,
    }),
  ).rejects.toMatchObject({ code: 'task-not-found' });
});

it('passes on who answers a task, and by which way', async () => {
  const sent: Submission[] = [];
  const runner = runnerOfTwo();
  const submit = (submission: Submission) => {
    sent.push(submission);
    return runner.submit(submission);
  };
  const ada = createOwnTasks({ ...runner, submit }, { principal: 'ada' });
  const { task } = await ada.submit({ agent: 'one', ...HELLO, entry: 'a2a-1.0' });
  const answer = { agent: 'one', ...HELLO, taskId: task.id, entry: 'mcp' } as const;
  await ada.submit(answer).catch(() => undefined);
  expect(sent.map(({ by }) => by)).toEqual([undefined, { principal: 'ada', entry: 'mcp' }]);
});
