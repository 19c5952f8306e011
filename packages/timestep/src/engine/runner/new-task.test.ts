import { expect, it } from 'vitest';
import { DEFAULT_LIMITS, historyToMessages, type Message, type Submission, type Task } from '#core';
import { toServedAgents, type ServedAgent } from '#engine/port';
import { createNewTask } from './new-task.ts';
import { createMemoryRunner } from './memory/memory-runner.ts';

const EARLIER: readonly Message[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'first' },
  { role: 'assistant', content: 'one' },
];
const SAID: Submission = {
  agent: 'a',
  principal: '',
  messageId: 'm',
  contextId: 'c',
  message: { role: 'user', content: 'second' },
};

function agent(history?: 'none'): ServedAgent {
  return {
    name: 'a',
    agent: (messages) => ({ role: 'assistant', content: `${messages.length}` }),
    toolSite: 'server',
    limits: DEFAULT_LIMITS,
    history,
    environment: () => ({ listTools: () => [], callTool: () => ({ content: '' }) }),
  };
}

function historyOf(submission: Submission, history?: 'none', before?: Task): readonly Message[] {
  const site = {
    agents: toServedAgents([agent(history)]),
    clock: { now: () => 0 },
    newId: () => 'id',
  };
  return historyToMessages(createNewTask(site, submission, before).first.history);
}

async function completed(): Promise<Task> {
  const runner = createMemoryRunner({ agents: [agent()] });
  const { id } = await runner.submit({ ...SAID, messageId: 'before' });
  const task = await runner.waitUntilSettled(id, new AbortController().signal);
  await runner.close(0);
  return task;
}

it('continues the turn before, what the session gives, or what the sender brings', async () => {
  const before = await completed();
  expect(historyOf(SAID, undefined, before)).toHaveLength(2);
  expect(historyOf({ ...SAID, inherited: { history: EARLIER } }, undefined, before)).toEqual(
    EARLIER,
  );
  expect(historyOf({ ...SAID, start: { history: EARLIER } })).toEqual(EARLIER);
});

it('answers each message by itself where the agent keeps no history', async () => {
  const before = await completed();
  expect(historyOf(SAID, 'none', before)).toEqual([]);
  expect(historyOf({ ...SAID, inherited: { history: EARLIER } }, 'none', before)).toEqual([]);
  expect(historyOf({ ...SAID, start: { history: EARLIER } }, 'none')).toEqual(EARLIER.slice(0, 1));
  const { message: _message, ...bare } = SAID;
  expect(historyOf({ ...bare, start: { history: EARLIER } }, 'none')).toEqual(EARLIER);
});
