import assert from 'node:assert/strict';
import { textOf, transcriptOf, type Submission, type Task } from '../core/index.ts';
import { functionEnvironment } from '../environment/index.ts';
import type { AgentFn, Runner, ServedAgent } from '../port/index.ts';
import { changingAgents, type ChangingAgents } from './changing-agents.ts';
import type { RunnerCase } from './runner-case.ts';

const NEVER = new AbortController().signal;

/** What every runner must do when agents come and go while it works. */
export const changingAgentsCases: readonly RunnerCase[] = [
  changingCase(
    'takes messages for an agent that came later, until it goes',
    async (runner, agents) => {
      await assert.rejects(runner.submit(message('hello')), { code: 'unknown-agent' });
      agents.put(served(heard('hear')));
      const task = await settled(runner, await runner.submit(message('hello')));
      assert.deepEqual(contents(task), ['hello', 'hear hello']);
      agents.remove('subject');
      await assert.rejects(runner.submit(message('more', 'm2')), { code: 'unknown-agent' });
    },
  ),

  changingCase(
    'answers the next message with the agent that came in place',
    async (runner, agents) => {
      agents.put(served(heard('old')));
      const old = await settled(runner, await runner.submit(message('hello')));
      agents.put(served(heard('new')));
      const next = await settled(runner, await runner.submit(message('hello', 'm2')));
      assert.deepEqual([old, next].map(contents), [
        ['hello', 'old hello'],
        ['hello', 'new hello'],
      ]);
    },
  ),

  changingCase('shows the tasks of an agent that has gone', async (runner, agents) => {
    agents.put(served(heard('heard')));
    const task = await settled(runner, await runner.submit(message('hello')));
    agents.remove('subject');
    assert.deepEqual(await runner.get(task.id), task);
    assert.deepEqual(await settled(runner, task), task);
    const types: string[] = [];
    for await (const update of runner.updates(task.id, 0, NEVER)) {
      if (update.kind === 'event') types.push(update.event.type);
    }
    assert.equal(types.at(-1), 'task.finished');
  }),

  changingCase('goes on with a task when its agent is there again', async (runner, agents) => {
    const { id } = await underWay(runner, agents);
    const following = settled(runner, { id });
    agents.remove('subject');
    assert.equal((await runner.get(id))?.state, 'working');
    agents.put(served(heard('heard')));
    assert.deepEqual(contents(await following), ['hello', 'heard hello']);
  }),

  changingCase('tells a call that its agent has gone', async (runner, agents) => {
    const [called, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    agents.put(
      served((_messages, { signal }) => {
        signal.addEventListener('abort', () => told.resolve());
        called.resolve();
        return new Promise<never>(() => undefined);
      }),
    );
    await runner.submit(message('hello'));
    await called.promise;
    agents.remove('subject');
    await told.promise;
  }),

  changingCase('ends a task of an agent that has gone, when asked to', async (runner, agents) => {
    const { id } = await underWay(runner, agents);
    agents.remove('subject');
    assert.equal((await runner.cancel(id)).state, 'canceled');
    agents.put(served(heard('heard')));
    assert.equal((await settled(runner, { id })).state, 'canceled');
  }),
];

function changingCase(
  name: string,
  check: (runner: Runner, agents: ChangingAgents) => Promise<void>,
): RunnerCase {
  return {
    name,
    async run(create) {
      const agents = changingAgents();
      const runner = await create(agents);
      try {
        await check(runner, agents);
      } finally {
        await runner.close(0);
      }
    },
  };
}

function served(agent: AgentFn): ServedAgent {
  const environment = functionEnvironment({});
  return {
    name: 'subject',
    agent,
    toolSite: 'server',
    limits: { max_steps: 30, time_limit_s: 60 },
    environment: () => environment,
  };
}

function heard(word: string): AgentFn {
  return (messages) => {
    const last = messages.at(-1);
    return { role: 'assistant', content: `${word} ${last ? textOf(last) : ''}` };
  };
}

/** A task whose agent is replying and never stops. */
async function underWay(runner: Runner, agents: ChangingAgents): Promise<Task> {
  agents.put(served(() => new Promise<never>(() => undefined)));
  return begun(runner, await runner.submit(message('hello')));
}

async function begun(runner: Runner, task: Task): Promise<Task> {
  for await (const update of runner.updates(task.id, 0, NEVER)) {
    if (update.kind === 'event' && update.event.type === 'model.started') break;
  }
  return task;
}

function settled(runner: Runner, { id }: Pick<Task, 'id'>): Promise<Task> {
  return runner.settled(id, NEVER);
}

function message(text: string, messageId = 'm1'): Submission {
  return { agent: 'subject', principal: '', messageId, message: { role: 'user', content: text } };
}

function contents(task: Task): unknown[] {
  return transcriptOf(task).map((it) => it.content ?? '');
}
