import assert from 'node:assert/strict';
import { getText, buildTranscript, type Submission, type Task } from '#core';
import { functionEnvironment } from '#engine/tools';
import type { AgentFn, Runner, ServedAgent } from '#engine/port';
import { createChangingAgents, type ChangingAgents } from './changing-agents.ts';
import type { RunnerCase } from './runner-case.ts';

const NEVER = new AbortController().signal;

/** Test cases for adding and removing agents while a runner works. */
export const changingAgentsCases: readonly RunnerCase[] = [
  createChangingAgentsCase(
    'takes messages for an agent that came later, until it goes',
    async (runner, agents) => {
      await assert.rejects(runner.submit(createTextSubmission('hello')), { code: 'unknown-agent' });
      agents.put(createServedAgent(createPrefixedEchoAgent('hear')));
      const task = await waitUntilSettled(
        runner,
        await runner.submit(createTextSubmission('hello')),
      );
      assert.deepEqual(listContents(task), ['hello', 'hear hello']);
      agents.remove('subject');
      await assert.rejects(runner.submit(createTextSubmission('more', 'm2')), {
        code: 'unknown-agent',
      });
    },
  ),

  createChangingAgentsCase(
    'answers the next message with the agent that came in place',
    async (runner, agents) => {
      agents.put(createServedAgent(createPrefixedEchoAgent('old')));
      const old = await waitUntilSettled(
        runner,
        await runner.submit(createTextSubmission('hello')),
      );
      agents.put(createServedAgent(createPrefixedEchoAgent('new')));
      const next = await waitUntilSettled(
        runner,
        await runner.submit(createTextSubmission('hello', 'm2')),
      );
      assert.deepEqual([old, next].map(listContents), [
        ['hello', 'old hello'],
        ['hello', 'new hello'],
      ]);
    },
  ),

  createChangingAgentsCase('shows the tasks of an agent that has gone', async (runner, agents) => {
    agents.put(createServedAgent(createPrefixedEchoAgent('heard')));
    const task = await waitUntilSettled(runner, await runner.submit(createTextSubmission('hello')));
    agents.remove('subject');
    assert.deepEqual(await runner.get(task.id), task);
    assert.deepEqual(await waitUntilSettled(runner, task), task);
    const types: string[] = [];
    for await (const update of runner.subscribe(task.id, 0, NEVER)) {
      if (update.kind === 'event') types.push(update.event.type);
    }
    assert.equal(types.at(-1), 'task.finished');
  }),

  createChangingAgentsCase(
    'goes on with a task when its agent is there again',
    async (runner, agents) => {
      const { id } = await startEndlessTask(runner, agents);
      const following = waitUntilSettled(runner, { id });
      agents.remove('subject');
      assert.equal((await runner.get(id))?.state, 'working');
      agents.put(createServedAgent(createPrefixedEchoAgent('heard')));
      assert.deepEqual(listContents(await following), ['hello', 'heard hello']);
    },
  ),

  createChangingAgentsCase('tells a call that its agent has gone', async (runner, agents) => {
    const [called, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    agents.put(
      createServedAgent((_messages, { signal }) => {
        signal.addEventListener('abort', () => told.resolve());
        called.resolve();
        return new Promise<never>(() => undefined);
      }),
    );
    await runner.submit(createTextSubmission('hello'));
    await called.promise;
    agents.remove('subject');
    await told.promise;
  }),

  createChangingAgentsCase(
    'ends a task of an agent that has gone, when asked to',
    async (runner, agents) => {
      const { id } = await startEndlessTask(runner, agents);
      agents.remove('subject');
      assert.equal((await runner.cancel(id)).state, 'canceled');
      agents.put(createServedAgent(createPrefixedEchoAgent('heard')));
      assert.equal((await waitUntilSettled(runner, { id })).state, 'canceled');
    },
  ),
];

function createChangingAgentsCase(
  name: string,
  check: (runner: Runner, agents: ChangingAgents) => Promise<void>,
): RunnerCase {
  return {
    name,
    async run(create) {
      const agents = createChangingAgents();
      const runner = await create(agents);
      try {
        await check(runner, agents);
      } finally {
        await runner.close(0);
      }
    },
  };
}

function createServedAgent(agent: AgentFn): ServedAgent {
  const environment = functionEnvironment({});
  return {
    name: 'subject',
    agent,
    toolSite: 'server',
    limits: { max_steps: 30, time_limit_s: 60 },
    environment: () => environment,
  };
}

function createPrefixedEchoAgent(word: string): AgentFn {
  return (messages) => {
    const last = messages.at(-1);
    return { role: 'assistant', content: `${word} ${last ? getText(last) : ''}` };
  };
}

/** Starts a task whose agent never stops replying. */
async function startEndlessTask(runner: Runner, agents: ChangingAgents): Promise<Task> {
  agents.put(createServedAgent(() => new Promise<never>(() => undefined)));
  return waitForModelStart(runner, await runner.submit(createTextSubmission('hello')));
}

async function waitForModelStart(runner: Runner, task: Task): Promise<Task> {
  for await (const update of runner.subscribe(task.id, 0, NEVER)) {
    if (update.kind === 'event' && update.event.type === 'model.started') break;
  }
  return task;
}

function waitUntilSettled(runner: Runner, { id }: Pick<Task, 'id'>): Promise<Task> {
  return runner.waitUntilSettled(id, NEVER);
}

function createTextSubmission(text: string, messageId = 'm1'): Submission {
  return { agent: 'subject', principal: '', messageId, message: { role: 'user', content: text } };
}

function listContents(task: Task): unknown[] {
  return buildTranscript(task).map((it) => it.content ?? '');
}
