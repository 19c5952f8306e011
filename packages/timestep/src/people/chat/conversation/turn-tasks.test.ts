import { expect, it } from 'vitest';
import type { TaskState } from '#core';
import type { TaskQuery } from '#engine/port';
import { createConversationFixture } from './conversation.fixture.ts';
import { findOpenTurn } from './turn-tasks.ts';

it('finds a turn whose state changes while it is looked for', async () => {
  const { runner } = createConversationFixture().backend;
  const owner = { principal: '', agent: 'guide', contextId: 'c' };
  const message = { role: 'user', content: 'hello' } as const;
  const task = await runner.submit({ ...owner, messageId: 'm', message });
  let state: TaskState = 'working';
  async function list(query: TaskQuery) {
    const tasks = [{ ...task, state }].filter((one) => (query.state ?? state) === one.state);
    state = state === 'working' ? 'input-required' : 'working';
    return { tasks, total: tasks.length };
  }
  expect((await findOpenTurn({ ...runner, list }, owner))?.id).toBe(task.id);
});
