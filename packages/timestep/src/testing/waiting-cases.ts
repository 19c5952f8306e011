import assert from 'node:assert/strict';
import type { AssistantMessage, Message, Task } from '#core';
import { getText } from '#core';
import type { ToolFn, ToolFnContext } from '#engine/tools';
import { subscribeToTask, type AgentFn, type Runner } from '#engine/port';
import {
  createToolCall,
  listContents,
  waitUntilFinished,
  getLastText,
  createMessage,
  NEVER,
  createReplyMessage,
  createRunnerCase,
  waitUntilSettled,
  type RunnerCase,
} from './runner-case.ts';

type GetRunner = () => Runner;

/** Test cases for a tool that waits for another task of the same runner. */
export const waitingCases: readonly RunnerCase[] = [
  createGateCase(
    'waits for another task, and goes on with what became of it',
    async (runner, gate) => {
      const task = await runner.submit(createMessage('go'));
      const child = await getTaskAwaitedOnSuspension(runner, task);
      const waiting = await runner.waitUntilSettled(task.id, AbortSignal.abort());
      assert.equal(waiting.state, 'working');
      const { tasks } = await runner.list({ principal: '', state: 'working', pageSize: 9 });
      assert.ok(tasks.some(({ id }) => id === task.id));
      gate.open();
      assert.deepEqual(listContents(await waitUntilFinished(runner, task)), [
        'go',
        '',
        'completed heard child for a',
        'done go',
      ]);
      assert.deepEqual(
        listContents(await waitUntilFinished(runner, child)).at(-1),
        'heard child for a',
      );
    },
  ),

  createGateCase('shows all that happens to a task that waits', async (runner, gate) => {
    const task = await runner.submit(createMessage('go'));
    const seen: string[] = [];
    for await (const step of subscribeToTask(runner, task, NEVER)) {
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

  createGateCase(
    'receives a message that was sent to a waiting task, after the call',
    async (runner, gate) => {
      const task = await runner.submit(createMessage('go'));
      await getTaskAwaitedOnSuspension(runner, task);
      const words = { message: { role: 'user', content: 'and more' } } as const;
      await runner.submit({ ...createReplyMessage(task, 'm2'), ...words });
      gate.open();
      assert.deepEqual(listContents(await waitUntilFinished(runner, task)), [
        'go',
        '',
        'completed heard child for a',
        'and more',
        'done and more',
      ]);
    },
  ),

  createAbandonCase(),

  createGateCase('cancels with a task the task that it waits for', async (runner) => {
    const task = await runner.submit(createMessage('go'));
    const child = await getTaskAwaitedOnSuspension(runner, task);
    assert.equal((await runner.cancel(task.id)).state, 'canceled');
    assert.equal((await waitUntilSettled(runner, child)).state, 'canceled');
  }),

  createGateCase('tells of an awaited task that was canceled', async (runner) => {
    const task = await runner.submit(createMessage('go'));
    await runner.cancel((await getTaskAwaitedOnSuspension(runner, task)).id);
    assert.equal(listContents(await waitUntilFinished(runner, task))[2], 'canceled ');
  }),

  createGateCase('tells of an awaited task that was erased', async (runner) => {
    const task = await runner.submit(createMessage('go'));
    await runner.erase((await getTaskAwaitedOnSuspension(runner, task)).id);
    assert.match(
      String(listContents(await waitUntilFinished(runner, task))[2]),
      /^canceled |task-not-found/,
    );
  }),

  createGateCase('waits no longer than until a time', async (runner) => {
    const task = await runner.submit(createMessage('go until'));
    assert.equal(listContents(await waitUntilFinished(runner, task))[2], 'working in time: false');
  }),

  createGateCase(
    'does not wait for a task that does not exist or belongs to another principal',
    async (runner) => {
      const task = await runner.submit(createMessage('go nowhere'));
      assert.equal(listContents(await waitUntilFinished(runner, task))[2], 'failed task-not-found');
      const strange = await runner.submit({ ...createMessage('child'), principal: 'another' });
      const other = await runner.submit(createMessage(`go strange ${strange.id}`, 'm2'));
      assert.equal(
        listContents(await waitUntilFinished(runner, other))[2],
        'failed task-not-found',
      );
      await runner.cancel(strange.id);
    },
  ),

  createGateCase('goes on at once where the awaited task has ended', async (runner, gate) => {
    gate.open();
    const ended = await waitUntilFinished(runner, await runner.submit(createMessage('child')));
    const task = await runner.submit(createMessage(`go strange ${ended.id}`, 'm2'));
    assert.equal(listContents(await waitUntilFinished(runner, task))[2], 'completed heard child');
  }),

  createGateCase('passes on what an awaited task asks, and the answer', async (runner, gate) => {
    gate.open();
    const task = await runner.submit(createMessage('go ask'));
    const asked = await waitUntilSettled(runner, task);
    assert.equal(asked.state, 'input-required');
    assert.equal(asked.calls[0]?.question?.text, 'For whom?');
    const words = { message: { role: 'user', content: 'Ada' } } as const;
    await runner.submit({ ...createReplyMessage(task, 'm2'), ...words });
    assert.equal(listContents(await waitUntilFinished(runner, task))[2], 'completed heard Ada');
  }),

  createGateCase(
    'asks a person beside a call that waits, and goes on with both',
    async (runner, gate) => {
      const task = await runner.submit(createMessage('go beside'));
      const asked = await waitUntilSettled(runner, task);
      assert.equal(asked.state, 'input-required');
      gate.open();
      for await (const step of subscribeToTask(runner, asked, NEVER)) {
        if (step.kind === 'event' && step.event.type === 'tool.returned') break;
      }
      const still = await waitUntilSettled(runner, task);
      assert.equal(still.state, 'input-required');
      const words = { message: { role: 'user', content: 'Ada' } } as const;
      await runner.submit({ ...createReplyMessage(task, 'm2'), ...words });
      assert.deepEqual(listContents(await waitUntilFinished(runner, task)).slice(2, -1), [
        'completed heard child for a',
        'for Ada',
      ]);
    },
  ),

  createGateCase('waits for several tasks side by side', async (runner, gate) => {
    const task = await runner.submit(createMessage('go twice'));
    gate.open();
    assert.deepEqual(listContents(await waitUntilFinished(runner, task)).slice(2, -1), [
      'completed heard child for a',
      'completed heard child for b',
    ]);
  }),
];

interface Gate {
  /** Opens the gate: the awaited tasks may now answer. */
  readonly open: () => void;
}

/**
 * Creates a test case with a gate: its agent answers messages that begin with `child` only once the
 * gate is open.
 */
function createGateCase(
  name: string,
  check: (runner: Runner, gate: Gate) => Promise<void>,
): RunnerCase {
  let gate = Promise.withResolvers<void>();
  const tools = (runner: GetRunner): Record<string, ToolFn> => {
    const delegate = createDelegatingTool(runner);
    return { a: delegate, b: delegate };
  };
  const made = createRunnerCase(
    name,
    { agent: createAnsweringAgent(() => gate.promise), tools },
    (runner) => check(runner, { open: () => gate.resolve() }),
  );
  return {
    name,
    async run(create) {
      gate = Promise.withResolvers<void>();
      await made.run(create);
    },
  };
}

/**
 * Creates an agent that passes messages beginning with `go` to a tool and answers all others once
 * `mayAnswer` resolves.
 */
function createAnsweringAgent(mayAnswer: () => Promise<void>): AgentFn {
  return async (messages): Promise<AssistantMessage> => {
    const [first] = messages;
    const text = first ? getText(first) : '';
    if (text.startsWith('go')) return replyToGoMessage(messages, text);
    await mayAnswer();
    const isAsking = text === 'child asks' && messages.length === 1;
    return isAsking
      ? { role: 'assistant', content: 'For whom?', expects_reply: true }
      : { role: 'assistant', content: `heard ${getLastText(messages)}` };
  };
}

function replyToGoMessage(messages: readonly Message[], text: string): AssistantMessage {
  if (messages.some(({ role }) => role === 'tool')) {
    const heard = messages.findLast(({ role }) => role === 'user');
    return { role: 'assistant', content: `done ${heard ? getText(heard) : ''}` };
  }
  const [first, second] = [createToolCall('a', { text }), createToolCall('b', { text })];
  const isTwice = text === 'go twice' || text === 'go beside';
  const tool_calls = isTwice ? [first, second] : [first];
  return { role: 'assistant', content: null, tool_calls };
}

/** Creates a tool that starts a task of the same agent and waits for it. */
function createDelegatingTool(runner: GetRunner): ToolFn {
  return async (args, context) => {
    const { awaited, answers, ask, waitFor, key } = context;
    const text = String((args as { text?: unknown }).text);
    if (text === 'go beside' && key.includes('call-b')) {
      const [who] = answers;
      return who ? `for ${who.text}` : ask('For whom?');
    }
    const last = awaited.at(-1);
    if (!last) return startChildAndWait(runner, text, context);
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

async function startChildAndWait(
  runner: GetRunner,
  text: string,
  { key, waitFor }: ToolFnContext,
): Promise<unknown> {
  const [, kind, id = ''] = text.split(' ');
  if (kind === 'nowhere') return waitFor('no-such-task');
  if (kind === 'strange') return waitFor(id);
  const name = key.includes('call-b') ? 'b' : 'a';
  const said = kind === 'ask' ? 'child asks' : `child for ${name}`;
  const child = await runner().submit(createMessage(said, key));
  return waitFor(child.id, { state: { begun: said }, ...(kind === 'until' && { until: 1 }) });
}

/**
 * Waits until a tool call of a task is suspended. Resolves with the task that the call waits for.
 */
async function getTaskAwaitedOnSuspension(runner: Runner, task: Task): Promise<Task> {
  for await (const step of subscribeToTask(runner, task, NEVER)) {
    if (step.kind !== 'event' || step.event.type !== 'call.suspended') continue;
    const awaited = await runner.get(step.event.awaits.task_id);
    assert.ok(awaited);
    return awaited;
  }
  throw new assert.AssertionError({ message: 'no call of the task waits for another task' });
}

/**
 * Creates a case: canceling a task must also end the work that it started elsewhere before the
 * cancel resolves, because no later process searches for it.
 */
function createAbandonCase(): RunnerCase {
  const abandoned: { readonly id: string; readonly heard: unknown }[] = [];
  return createRunnerCase(
    'lets the agent end what goes on elsewhere for a task that waits and is canceled',
    {
      agent: () => ({ role: 'assistant', content: 'For whom?', expects_reply: true }),
      async abandon(task) {
        abandoned.push({ id: task.id, heard: listContents(task) });
      },
    },
    async (runner) => {
      const task = await waitUntilSettled(runner, await runner.submit(createMessage('book')));
      const listHeard = () => abandoned.filter(({ id }) => id === task.id).map((one) => one.heard);
      assert.deepEqual([task.state, listHeard()], ['input-required', []]);
      assert.equal((await runner.cancel(task.id)).state, 'canceled');
      assert.deepEqual(listHeard(), [['book', 'For whom?']]);
    },
  );
}
