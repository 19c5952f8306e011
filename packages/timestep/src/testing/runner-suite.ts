import assert from 'node:assert/strict';
import {
  listArtifacts,
  listCallsAwaitingClient,
  buildTranscript,
  type AssistantMessage,
} from '#core';
import { subscribeToTask, type AgentFn, type Runner } from '#engine/port';
import { changingAgentsCases } from './changing-agents-cases.ts';
import { createToolHeldUntilRelease } from './notes-tool.ts';
import {
  createToolCall,
  listContents,
  waitUntilFinished,
  createListenerAgent,
  createMessage,
  NEVER,
  createReplyMessage,
  createRunnerCase,
  waitUntilSettled,
  type RunnerCase,
} from './runner-case.ts';
import { modelWaitCases } from './model-wait-cases.ts';
import { refusalCases } from './refusal-cases.ts';
import { outputCases } from './output-cases.ts';
import { replyCases } from './reply-cases.ts';
import { senderCases } from './sender-cases.ts';
import { taskIdCases } from './task-id-cases.ts';
import { waitingCases } from './waiting-cases.ts';

const notes = createToolHeldUntilRelease();

/** Test cases that every runner must pass. Run each case as a separate test. */
export const runnerSuite: readonly RunnerCase[] = [
  createRunnerCase('answers a message and ends the task', {}, async (runner) => {
    const task = await waitUntilFinished(runner, await runner.submit(createMessage('hello')));
    assert.equal(task.state, 'completed');
    assert.deepEqual(listContents(task), ['hello', 'heard hello']);
  }),

  createRunnerCase('has one key to sign with', {}, async (runner) => {
    const [first, second] = await Promise.all([runner.getStateKey(), runner.getStateKey()]);
    assert.equal(first.byteLength, 32);
    assert.deepEqual(Buffer.from(second), Buffer.from(first));
  }),

  createRunnerCase(
    'numbers events from 1 without gaps and replays them from any point',
    {},
    async (runner) => {
      const task = await waitUntilFinished(runner, await runner.submit(createMessage('hello')));
      const all = await listReceivedGenerations(runner, task.id, 0);
      assert.deepEqual(
        all,
        all.map((_, index) => index + 1),
      );
      assert.deepEqual(await listReceivedGenerations(runner, task.id, 3), all.slice(3));
    },
  ),

  createRunnerCase('erases a task, and takes its message for a new one', {}, async (runner) => {
    const first = await waitUntilFinished(
      runner,
      await runner.submit(createMessage('hello', 'm1')),
    );
    await runner.erase(first.id);
    assert.equal(await runner.get(first.id), undefined);
    assert.equal((await runner.list({ principal: first.origin.principal, pageSize: 9 })).total, 0);
    await runner.erase(first.id);
    const again = await runner.submit(createMessage('hello', 'm1'));
    assert.notEqual(again.id, first.id);
    await waitUntilFinished(runner, again);
  }),

  createRunnerCase(
    'takes the same message once, and refuses its id with another body',
    {},
    async (runner) => {
      const first = await runner.submit(createMessage('hello', 'm1'));
      const again = await runner.submit(createMessage('hello', 'm1'));
      assert.equal(again.id, first.id);
      await assert.rejects(runner.submit(createMessage('other', 'm1')), {
        code: 'duplicate-message',
      });
      const task = await waitUntilFinished(runner, first);
      assert.deepEqual(listContents(task), ['hello', 'heard hello']);
    },
  ),

  createRunnerCase(
    'knows a message again whichever span led to it, and keeps the first',
    {},
    async (runner) => {
      const createTracedMessage = (traceparent: string, id: string) => ({
        ...createMessage('hello', id),
        metadata: { traceparent },
        start: { metadata: { traceparent, from: 'ann' } },
      });
      const first = await runner.submit(createTracedMessage('one', 'm1'));
      assert.equal((await runner.submit(createTracedMessage('two', 'm1'))).id, first.id);
      const bare = { ...createMessage('hello', 'm1'), start: { metadata: { from: 'ann' } } };
      assert.equal((await runner.submit(bare)).id, first.id);
      const other = { ...createMessage('hello', 'm1'), start: { metadata: { from: 'ben' } } };
      await assert.rejects(runner.submit(other), { code: 'duplicate-message' });
      const only = { traceparent: 'one' };
      const second = await runner.submit({
        ...createMessage('hello', 'm2'),
        start: { metadata: only },
      });
      assert.equal((await runner.submit(createMessage('hello', 'm2'))).id, second.id);
      const task = await waitUntilFinished(runner, first);
      assert.deepEqual(task.origin.metadata, { traceparent: 'one', from: 'ann' });
    },
  ),

  createRunnerCase(
    'begins a task with what its session gives, and knows its message again when that has changed',
    {},
    async (runner) => {
      const turn = {
        model: 'a/b',
        settings: { temperature: 1, top_p: 1 },
        limits: { max_steps: 7 },
        include: [],
        exclude: [],
        permitted: ['search'],
      };
      const sent = { ...createMessage('hello', 'm1'), start: { settings: { top_p: 0.5 } } };
      const first = await runner.submit({
        ...sent,
        inherited: {
          history: [{ role: 'user', content: 'before' }],
          turn,
        },
      });
      const again = await runner.submit({ ...sent, inherited: { history: [] } });
      assert.equal(again.id, first.id);
      const task = await waitUntilFinished(runner, first);
      assert.deepEqual(listContents(task), ['before', 'hello', 'heard hello']);
      assert.deepEqual(task.origin.turn, turn);
      assert.deepEqual(task.origin.settings, { temperature: 1, top_p: 0.5 });
      assert.equal(task.origin.limits.max_steps, 7);
    },
  ),

  createRunnerCase(
    'runs tools at the server and goes straight on',
    { agent: createAgentCallingTools(['a', 'b']) },
    async (runner) => {
      const task = await waitUntilFinished(runner, await runner.submit(createMessage('go')));
      assert.deepEqual(listContents(task), ['go', '', 'ran a', 'ran b', 'done']);
    },
  ),

  createRunnerCase(
    'waits for a client to run tools',
    { agent: createAgentCallingTools(['a']), toolSite: 'client' },
    async (runner) => {
      const waiting = await waitUntilSettled(runner, await runner.submit(createMessage('go')));
      assert.equal(waiting.state, 'input-required');
      const results = [{ callId: 'call-a', output: 'by hand' }];
      const answered = await runner.submit({ ...createReplyMessage(waiting, 'm2'), results });
      assert.deepEqual(listContents(await waitUntilFinished(runner, answered)), [
        'go',
        '',
        'by hand',
        'done',
      ]);
    },
  ),

  createRunnerCase(
    'waits no longer once it has taken what it waited for, and can be followed from there',
    { agent: createAgentCallingTools(['a']), toolSite: 'client' },
    async (runner) => {
      const waiting = await waitUntilSettled(runner, await runner.submit(createMessage('go')));
      const results = [{ callId: 'call-a', output: 'by hand' }];
      let task = await runner.submit({ ...createReplyMessage(waiting, 'm2'), results });
      assert.equal(task.state, 'working');
      for await (const step of subscribeToTask(runner, task, NEVER)) ({ task } = step);
      assert.deepEqual(listContents(task), ['go', '', 'by hand', 'done']);
    },
  ),

  createRunnerCase(
    'pauses for a question of a tool, and shows what the tool makes of the answer',
    { agent: createAgentCallingTools(['a', 'b']), tools: { a: notes.execute, b: () => 'ran b' } },
    async (runner) => {
      const waiting = await waitUntilSettled(runner, await runner.submit(createMessage('go')));
      assert.equal(waiting.state, 'input-required');
      const words = { message: { role: 'user', content: 'Ada' } } as const;
      let task = await runner.submit({ ...createReplyMessage(waiting, 'm2'), ...words });
      assert.equal(task.state, 'working');
      const pieces: number[] = [];
      for await (const step of subscribeToTask(runner, task, NEVER)) {
        ({ task } = step);
        if (step.kind !== 'delta' || step.delta.type !== 'artifact') continue;
        if (pieces.push(step.delta.index ?? -1) === 2) notes.releaseCalls();
      }
      assert.deepEqual(listContents(task), ['go', '', 'for Ada', 'ran b', 'done']);
      assert.deepEqual(pieces, [0, 1]);
      const parts = [{ type: 'text', text: 'for Ada' }];
      assert.deepEqual(listArtifacts(task), [{ artifact_id: 'note', name: 'note', parts }]);
    },
  ),

  createRunnerCase(
    'neither makes nor leaves to a client what the model may not call',
    { agent: createAgentCallingTools(['a', 'b']), toolSite: 'client', toolsAllowed: ['b'] },
    async (runner) => {
      const waiting = await waitUntilSettled(runner, await runner.submit(createMessage('go')));
      assert.deepEqual(
        listCallsAwaitingClient(waiting).map(({ call }) => call.id),
        ['call-b'],
      );
      const results = [{ callId: 'call-b', output: 'by hand' }];
      const answered = await runner.submit({ ...createReplyMessage(waiting, 'm2'), results });
      const [, , refused, made] = listContents(await waitUntilFinished(runner, answered));
      assert.match(String(refused), /forbidden_tool:a/);
      assert.equal(made, 'by hand');
    },
  ),

  createRunnerCase(
    'makes no more calls than the settings of a task allow',
    { agent: createAgentCallingTools(['a', 'b']) },
    async (runner) => {
      const start = { settings: { max_tool_calls: 1 } };
      const task = await waitUntilFinished(
        runner,
        await runner.submit({ ...createMessage('go'), start }),
      );
      const [, , made, refused, answer] = listContents(task);
      assert.equal(made, 'ran a');
      assert.match(String(refused), /max_tool_calls/);
      assert.equal(answer, 'done');
    },
  ),

  createRunnerCase(
    'goes on when a client answers in words instead of running tools',
    { agent: createAgentCallingTools(['a']), toolSite: 'client' },
    async (runner) => {
      const waiting = await waitUntilSettled(runner, await runner.submit(createMessage('go')));
      const words = { message: { role: 'user', content: 'do without' } } as const;
      const ended = await waitUntilFinished(
        runner,
        await runner.submit({ ...createReplyMessage(waiting, 'm2'), ...words }),
      );
      const [, , declined, said] = listContents(ended);
      assert.match(String(declined), /not_executed/);
      assert.equal(said, 'do without');
    },
  ),

  createRunnerCase(
    'hands the settings of a task to its agent, at every step and tool site',
    { agent: createSettingsAgent(), toolSite: 'client' },
    async (runner) => {
      const settings = {
        temperature: 0.5,
        tool_choice: 'required',
        max_output_tokens: 100,
      } as const;
      const waiting = await waitUntilSettled(
        runner,
        await runner.submit({ ...createMessage('go'), start: { settings } }),
      );
      assert.deepEqual(waiting.origin.settings, settings);
      const results = [{ callId: 'call-a', output: 'by hand' }];
      const ended = await waitUntilFinished(
        runner,
        await runner.submit({ ...createReplyMessage(waiting, 'm2'), results }),
      );
      const [, first, , second] = listContents(ended).map(String);
      const later = { temperature: 0.5, tool_choice: 'auto', max_output_tokens: 60 };
      assert.deepEqual(JSON.parse(first ?? ''), settings);
      assert.deepEqual(JSON.parse(second ?? ''), later);
    },
  ),

  createRunnerCase(
    'serialises messages sent to a running task',
    { agent: createSlowAgent() },
    async (runner) => {
      const task = await runner.submit(createMessage('one', 'm1'));
      await Promise.all([
        runner.submit({
          ...createReplyMessage(task, 'm2'),
          message: { role: 'user', content: 'two' },
        }),
        runner.submit({
          ...createReplyMessage(task, 'm3'),
          message: { role: 'user', content: 'three' },
        }),
      ]);
      const ended = await waitUntilFinished(runner, task);
      const users = buildTranscript(ended)
        .filter((it) => it.role === 'user')
        .map((it) => it.content);
      // Two messages that are sent at the same time may be received in either order.
      assert.deepEqual([users[0], users.length], ['one', 3]);
      assert.deepEqual(new Set(users), new Set(['one', 'two', 'three']));
      assert.equal(buildTranscript(ended).at(-1)?.role, 'assistant');
    },
  ),

  createRunnerCase('refuses messages to ended and unknown tasks', {}, async (runner) => {
    const task = await waitUntilFinished(runner, await runner.submit(createMessage('hello')));
    const text = { message: { role: 'user', content: 'more' } } as const;
    await assert.rejects(runner.submit({ ...createReplyMessage(task, 'm2'), ...text }), {
      code: 'task-finished',
    });
    const stranger = { ...createReplyMessage(task, 'm3'), ...text, principal: 'another principal' };
    await assert.rejects(runner.submit(stranger), { code: 'task-not-found' });
    await assert.rejects(runner.submit({ ...createMessage('x', 'm4'), agent: 'nobody' }), {
      code: 'unknown-agent',
    });
  }),

  createRunnerCase(
    'cancels a running model call',
    { agent: createStuckAgent() },
    async (runner) => {
      const task = await runner.submit(createMessage('hello'));
      assert.equal((await runner.cancel(task.id)).state, 'canceled');
      assert.equal((await runner.cancel(task.id)).state, 'canceled');
    },
  ),

  createRunnerCase(
    'cancels a running tool call',
    { agent: createAgentCallingTools(['a']), tools: { a: waitForever } },
    async (runner) => {
      const task = await runner.submit(createMessage('hello'));
      for await (const step of subscribeToTask(runner, task, NEVER)) {
        if (step.kind === 'event' && step.event.type === 'tool.started') break;
      }
      const ended = await runner.cancel(task.id);
      assert.equal(ended.state, 'canceled');
      assert.equal(ended.calls.length, 0);
    },
  ),

  createRunnerCase(
    'cancels a task that waits for its client',
    { agent: createAgentCallingTools(['a']), toolSite: 'client' },
    async (runner) => {
      const waiting = await waitUntilSettled(runner, await runner.submit(createMessage('go')));
      assert.equal((await runner.cancel(waiting.id)).state, 'canceled');
    },
  ),

  createRunnerCase(
    'fails with what went wrong, and without a stack trace',
    { agent: createFailingAgent() },
    async (runner) => {
      const task = await waitUntilFinished(runner, await runner.submit(createMessage('hello')));
      assert.deepEqual(task.end, {
        state: 'failed',
        reason: 'error',
        error: { code: 'agent_failed', message: 'the model is on fire' },
      });
    },
  ),

  createRunnerCase('continues a conversation of the same context', {}, async (runner) => {
    const first = await waitUntilFinished(runner, await runner.submit(createMessage('one', 'm1')));
    const second = { ...createMessage('two', 'm2'), contextId: first.contextId };
    const task = await waitUntilFinished(runner, await runner.submit(second));
    assert.notEqual(task.id, first.id);
    assert.deepEqual(listContents(task), ['one', 'heard one', 'two', 'heard two']);
  }),

  createRunnerCase(
    'lists tasks newest first, page by page, to their owner only',
    {},
    async (runner) => {
      for (const text of ['one', 'two', 'three']) {
        await waitUntilFinished(runner, await runner.submit(createMessage(text, text)));
      }
      const first = await runner.list({ principal: '', pageSize: 2 });
      assert.deepEqual([first.tasks.length, first.total], [2, 3]);
      const { nextPageToken = '' } = first;
      const second = await runner.list({ principal: '', pageSize: 2, pageToken: nextPageToken });
      const seen = [...first.tasks, ...second.tasks].map((task) => task.id);
      assert.equal(new Set(seen).size, 3);
      assert.equal(second.nextPageToken, undefined);
      assert.equal((await runner.list({ principal: 'other', pageSize: 2 })).total, 0);
      await assert.rejects(runner.list({ principal: '', pageSize: 2, pageToken: '???' }), {
        code: 'bad-page-token',
      });
    },
  ),

  createRunnerCase(
    'goes on with a transcript that brings its own last message',
    {},
    async (runner) => {
      const history = [{ role: 'user', content: 'before' }] as const;
      const replay = { agent: 'subject', principal: '', messageId: 'm1', start: { history } };
      const task = await waitUntilFinished(runner, await runner.submit(replay));
      assert.deepEqual(listContents(task), ['before', 'heard before']);
    },
  ),

  createRunnerCase(
    'shows a long reply whole, however much is shown at once',
    { agent: createVerboseAgent() },
    async (runner) => {
      const task = await runner.submit(createMessage('go on'));
      let shown = '';
      for await (const step of subscribeToTask(runner, task, NEVER)) {
        if (step.kind === 'delta' && step.delta.type === 'text') shown += step.delta.text;
      }
      assert.equal(shown, WORDS.join(''));
    },
  ),

  createRunnerCase('takes nothing more once closed', {}, async (runner) => {
    await runner.close(1000);
    await assert.rejects(runner.submit(createMessage('hello')), { code: 'closed' });
  }),

  ...changingAgentsCases,
  ...taskIdCases,
  ...senderCases,
  ...waitingCases,
  ...modelWaitCases,
  ...refusalCases,
  ...replyCases,
  ...outputCases,
];

async function listReceivedGenerations(
  runner: Runner,
  taskId: string,
  after: number,
): Promise<number[]> {
  const seen: number[] = [];
  for await (const update of runner.subscribe(taskId, after, NEVER)) {
    if (update.kind === 'event') seen.push(update.event.generation);
  }
  return seen;
}

function createAgentCallingTools(names: readonly string[]): AgentFn {
  return (messages): AssistantMessage => {
    if (messages.some((it) => it.role === 'tool')) return { role: 'assistant', content: 'done' };
    return {
      role: 'assistant',
      content: null,
      tool_calls: names.map((name) => createToolCall(name)),
    };
  };
}

const WORDS: readonly string[] = Array.from({ length: 10_000 }, (_, index) => `${index} `);

function createVerboseAgent(): AgentFn {
  return (_messages, { emit }) => {
    for (const text of WORDS) emit({ type: 'text', text });
    return { role: 'assistant', content: WORDS.join('') };
  };
}

/** Creates an agent that replies with the settings it received. Its first reply calls a tool. */
function createSettingsAgent(): AgentFn {
  return (messages, { settings }): AssistantMessage => ({
    role: 'assistant',
    content: JSON.stringify(settings),
    usage: { prompt_tokens: 1, completion_tokens: 40, total_tokens: 41 },
    ...(messages.at(-1)?.role === 'user' && { tool_calls: [createToolCall('a')] }),
  });
}

function createSlowAgent(): AgentFn {
  return async (messages, context) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return createListenerAgent()(messages, context);
  };
}

function createStuckAgent(): AgentFn {
  return () => new Promise<never>(() => undefined);
}

function createFailingAgent(): AgentFn {
  return () => {
    throw new Error('the model is on fire');
  };
}

function waitForever(): Promise<never> {
  return new Promise<never>(() => undefined);
}
