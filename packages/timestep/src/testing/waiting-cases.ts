import assert from 'node:assert/strict';
import type { AssistantMessage, Message, Task } from '../core/index.ts';
import { textOf } from '../core/index.ts';
import type { ToolFn, ToolFnContext } from '../environment/index.ts';
import { follow, type AgentFn, type Runner } from '../port/index.ts';
import {
  callOf,
  contents,
  finished,
  lastText,
  message,
  NEVER,
  reply,
  runnerCase,
  settled,
  type RunnerCase,
} from './runner-case.ts';

type ToRunner = () => Runner;

/** What every runner must do with a tool that waits for another task of the same runner. */
export const waitingCases: readonly RunnerCase[] = [
  gateCase('waits for another task, and goes on with what became of it', async (runner, gate) => {
    const task = await runner.submit(message('go'));
    const child = await awaitedBy(runner, task);
    const waiting = await runner.settled(task.id, AbortSignal.abort());
    assert.equal(waiting.state, 'working');
    const { tasks } = await runner.list({ principal: '', state: 'working', pageSize: 9 });
    assert.ok(tasks.some(({ id }) => id === task.id));
    gate.open();
    assert.deepEqual(contents(await finished(runner, task)), [
      'go',
      '',
      'completed heard child for a',
      'done go',
    ]);
    assert.deepEqual(contents(await finished(runner, child)).at(-1), 'heard child for a');
  }),

  gateCase('shows all that happens to a task that waits', async (runner, gate) => {
    const task = await runner.submit(message('go'));
    const seen: string[] = [];
    for await (const step of follow(runner, task, NEVER)) {
      if (step.kind !== 'event') continue;
      seen.push(step.event.type);
      if (step.event.type === 'call.suspended') gate.open();
    }
    const first = seen.indexOf('tool.started');
    assert.deepEqual(seen.slice(first, first + 5), [
      'tool.started',
      'call.suspended',
      'call.resumed',
      'tool.started',
      'tool.returned',
    ]);
  }),

  gateCase('hears what is said to a task that waits, after the call', async (runner, gate) => {
    const task = await runner.submit(message('go'));
    await awaitedBy(runner, task);
    const words = { message: { role: 'user', content: 'and more' } } as const;
    await runner.submit({ ...reply(task, 'm2'), ...words });
    gate.open();
    assert.deepEqual(contents(await finished(runner, task)), [
      'go',
      '',
      'completed heard child for a',
      'and more',
      'done and more',
    ]);
  }),

  abandonCase(),

  gateCase('cancels with a task the task that it waits for', async (runner) => {
    const task = await runner.submit(message('go'));
    const child = await awaitedBy(runner, task);
    assert.equal((await runner.cancel(task.id)).state, 'canceled');
    assert.equal((await settled(runner, child)).state, 'canceled');
  }),

  gateCase('tells of an awaited task that was canceled', async (runner) => {
    const task = await runner.submit(message('go'));
    await runner.cancel((await awaitedBy(runner, task)).id);
    assert.equal(contents(await finished(runner, task))[2], 'canceled ');
  }),

  gateCase('tells of an awaited task that was erased', async (runner) => {
    const task = await runner.submit(message('go'));
    await runner.erase((await awaitedBy(runner, task)).id);
    assert.match(String(contents(await finished(runner, task))[2]), /^canceled |task-not-found/);
  }),

  gateCase('waits no longer than until a time', async (runner) => {
    const task = await runner.submit(message('go until'));
    assert.equal(contents(await finished(runner, task))[2], 'working in time: false');
  }),

  gateCase('does not wait for what is not there, or not its own', async (runner) => {
    const task = await runner.submit(message('go nowhere'));
    assert.equal(contents(await finished(runner, task))[2], 'failed task-not-found');
    const strange = await runner.submit({ ...message('child'), principal: 'another' });
    const other = await runner.submit(message(`go strange ${strange.id}`, 'm2'));
    assert.equal(contents(await finished(runner, other))[2], 'failed task-not-found');
    await runner.cancel(strange.id);
  }),

  gateCase('goes on at once where the awaited task has ended', async (runner, gate) => {
    gate.open();
    const ended = await finished(runner, await runner.submit(message('child')));
    const task = await runner.submit(message(`go strange ${ended.id}`, 'm2'));
    assert.equal(contents(await finished(runner, task))[2], 'completed heard child');
  }),

  gateCase('passes on what an awaited task asks, and the answer', async (runner, gate) => {
    gate.open();
    const task = await runner.submit(message('go ask'));
    const asked = await settled(runner, task);
    assert.equal(asked.state, 'input-required');
    assert.equal(asked.calls[0]?.question?.text, 'For whom?');
    const words = { message: { role: 'user', content: 'Ada' } } as const;
    await runner.submit({ ...reply(task, 'm2'), ...words });
    assert.equal(contents(await finished(runner, task))[2], 'completed heard Ada');
  }),

  gateCase(
    'asks a person beside a call that waits, and goes on with both',
    async (runner, gate) => {
      const task = await runner.submit(message('go beside'));
      const asked = await settled(runner, task);
      assert.equal(asked.state, 'input-required');
      gate.open();
      for await (const step of follow(runner, asked, NEVER)) {
        if (step.kind === 'event' && step.event.type === 'tool.returned') break;
      }
      const still = await settled(runner, task);
      assert.equal(still.state, 'input-required');
      const words = { message: { role: 'user', content: 'Ada' } } as const;
      await runner.submit({ ...reply(task, 'm2'), ...words });
      assert.deepEqual(contents(await finished(runner, task)).slice(2, -1), [
        'completed heard child for a',
        'for Ada',
      ]);
    },
  ),

  gateCase('waits for several tasks side by side', async (runner, gate) => {
    const task = await runner.submit(message('go twice'));
    gate.open();
    assert.deepEqual(contents(await finished(runner, task)).slice(2, -1), [
      'completed heard child for a',
      'completed heard child for b',
    ]);
  }),
];

interface Gate {
  /** Lets the awaited tasks answer. */
  readonly open: () => void;
}

/** A case with a runner whose agent answers a message that begins with `child` once the gate is open. */
function gateCase(name: string, check: (runner: Runner, gate: Gate) => Promise<void>): RunnerCase {
  let gate = Promise.withResolvers<void>();
  const tools = (runner: ToRunner): Record<string, ToolFn> => {
    const delegate = delegating(runner);
    return { a: delegate, b: delegate };
  };
  const made = runnerCase(name, { agent: answering(() => gate.promise), tools }, (runner) =>
    check(runner, { open: () => gate.resolve() }),
  );
  return {
    name,
    async run(create) {
      gate = Promise.withResolvers<void>();
      await made.run(create);
    },
  };
}

/** Gives a message that begins with `go` to a tool, and answers others once they may be answered. */
function answering(mayAnswer: () => Promise<void>): AgentFn {
  return async (messages): Promise<AssistantMessage> => {
    const [first] = messages;
    const text = first ? textOf(first) : '';
    if (text.startsWith('go')) return guiding(messages, text);
    await mayAnswer();
    const isAsking = text === 'child asks' && messages.length === 1;
    return isAsking
      ? { role: 'assistant', content: 'For whom?', expects_reply: true }
      : { role: 'assistant', content: `heard ${lastText(messages)}` };
  };
}

function guiding(messages: readonly Message[], text: string): AssistantMessage {
  if (messages.some(({ role }) => role === 'tool')) {
    const heard = messages.findLast(({ role }) => role === 'user');
    return { role: 'assistant', content: `done ${heard ? textOf(heard) : ''}` };
  }
  const [first, second] = [callOf('a', { text }), callOf('b', { text })];
  const isTwice = text === 'go twice' || text === 'go beside';
  const tool_calls = isTwice ? [first, second] : [first];
  return { role: 'assistant', content: null, tool_calls };
}

/** A tool that has a task of the same agent do the work, and waits for it. */
function delegating(runner: ToRunner): ToolFn {
  return async (args, context) => {
    const { awaited, answers, ask, waitFor, key } = context;
    const text = String((args as { text?: unknown }).text);
    if (text === 'go beside' && key.includes('call-b')) {
      const [who] = answers;
      return who ? `for ${who.text}` : ask('For whom?');
    }
    const last = awaited.at(-1);
    if (!last) return begun(runner, text, context);
    if (last.timed_out) return `${last.state} in time: false`;
    if (last.state !== 'input-required' || !last.question) {
      return `${last.state} ${last.text ?? last.error?.code ?? ''}`;
    }
    const [answer] = answers;
    if (!answer) return ask(last.question.text);
    assert.deepEqual(last.awaits.state, { begun: 'child asks' });
    const said = { role: 'user', content: answer.text } as const;
    const { task_id: taskId } = last;
    await runner().submit({
      agent: 'subject',
      principal: '',
      messageId: key,
      taskId,
      message: said,
    });
    return waitFor(taskId);
  };
}

async function begun(
  runner: ToRunner,
  text: string,
  { key, waitFor }: ToolFnContext,
): Promise<unknown> {
  const [, kind, id = ''] = text.split(' ');
  if (kind === 'nowhere') return waitFor('no-such-task');
  if (kind === 'strange') return waitFor(id);
  const name = key.includes('call-b') ? 'b' : 'a';
  const said = kind === 'ask' ? 'child asks' : `child for ${name}`;
  const child = await runner().submit(message(said, key));
  return waitFor(child.id, { state: { begun: said }, ...(kind === 'until' && { until: 1 }) });
}

/** Waits until a call of a task is suspended; returns the task that it waits for. */
async function awaitedBy(runner: Runner, task: Task): Promise<Task> {
  for await (const step of follow(runner, task, NEVER)) {
    if (step.kind !== 'event' || step.event.type !== 'call.suspended') continue;
    const awaited = await runner.get(step.event.awaits.task_id);
    assert.ok(awaited);
    return awaited;
  }
  throw new assert.AssertionError({ message: 'no call of the task waits for another task' });
}

/** What goes on elsewhere must have ended when the cancel resolves, since no later process looks for it. */
function abandonCase(): RunnerCase {
  const abandoned: { readonly id: string; readonly heard: unknown }[] = [];
  return runnerCase(
    'lets the agent end what goes on elsewhere for a task that waits and is canceled',
    {
      agent: () => ({ role: 'assistant', content: 'For whom?', expects_reply: true }),
      async abandon(task) {
        abandoned.push({ id: task.id, heard: contents(task) });
      },
    },
    async (runner) => {
      const task = await settled(runner, await runner.submit(message('book')));
      const heard = () => abandoned.filter(({ id }) => id === task.id).map((one) => one.heard);
      assert.deepEqual([task.state, heard()], ['input-required', []]);
      assert.equal((await runner.cancel(task.id)).state, 'canceled');
      assert.deepEqual(heard(), [['book', 'For whom?']]);
    },
  );
}
