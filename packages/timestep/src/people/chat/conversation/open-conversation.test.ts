import { describe, expect, it, vi } from 'vitest';
import { historyToMessages, createSummaryMessage } from '#core';
import type { Summarize } from './conversation.ts';
import {
  echoAgent,
  collectUpdates,
  sendAndSettle,
  createConversationFixture,
  toolCallingAgent,
} from './conversation.fixture.ts';
import { eraseConversation } from './erase-conversation.ts';

describe('openConversation', () => {
  it('keeps a new session from the first message on, under the name of that message', async () => {
    const here = createConversationFixture();
    const conversation = await here.open({ directory: '/work' });
    const key = { principal: 'ada', id: conversation.session.id };
    expect(await here.backend.sessions.get(key)).toBeUndefined();
    const task = await sendAndSettle(here, conversation, 'hello');
    expect(task.contextId).toBe('s1');
    expect(await here.backend.sessions.get(key)).toMatchObject({
      id: 's1',
      name: 'hello',
      directory: '/work',
    });
    await sendAndSettle(here, conversation, 'again');
    expect(conversation.session.name).toBe('hello');
  });

  it('goes on with a session that is kept', async () => {
    const here = createConversationFixture();
    await sendAndSettle(here, await here.open(), 'one');
    const again = await here.open({ sessionId: 's1' });
    expect((await sendAndSettle(here, again, 'two')).entries?.last.message.content).toBe('2: two');
  });

  it('makes a session of a context that a client began, with the first change', async () => {
    const here = createConversationFixture();
    const { runner, sessions } = here.backend;
    const task = await runner.submit({
      agent: 'guide',
      principal: 'ada',
      messageId: 'x',
      contextId: 'c7',
      message: { role: 'user', content: 'over A2A' },
    });
    await runner.waitUntilSettled(task.id, new AbortController().signal);
    const conversation = await here.open({ sessionId: 'c7' });
    expect(await sessions.get({ principal: 'ada', id: 'c7' })).toBeUndefined();
    await conversation.set({ model: 'a/b' });
    expect(await sessions.get({ principal: 'ada', id: 'c7' })).toMatchObject({
      settings: { model: 'a/b' },
    });
    expect((await sendAndSettle(here, conversation, 'two')).entries?.last.message.content).toBe(
      '2: two',
    );
  });

  it.each([
    ['a session that does not exist', { sessionId: 'c9' }, 'unknown-session', 'sessions list'],
    ['a session of another agent', { sessionId: 's1', agent: 'other' }, 'other-agent', 'open it'],
    [
      'a session of another principal',
      { sessionId: 's1', principal: 'bob' },
      'unknown-session',
      '',
    ],
  ] as const)('refuses %s', async (_name, options, code, advice) => {
    const here = createConversationFixture();
    await sendAndSettle(here, await here.open(), 'one');
    await expect(here.open(options)).rejects.toMatchObject({
      name: 'ConversationError',
      code,
      message: expect.stringContaining(advice),
    });
  });
});

describe('send', () => {
  it('answers the turn that waits, and begins a new one once it has ended', async () => {
    const here = createConversationFixture(toolCallingAgent);
    const conversation = await here.open();
    const waiting = await sendAndSettle(here, conversation, 'wait');
    expect(waiting.state).toBe('input-required');
    const answered = await sendAndSettle(here, conversation, 'never mind');
    expect(answered).toMatchObject({ id: waiting.id, state: 'completed' });
    expect((await sendAndSettle(here, conversation, 'next')).id).not.toBe(waiting.id);
    expect(await conversation.turns()).toHaveLength(2);
  });

  it('takes a message once, also one to a turn that has ended by now', async () => {
    const here = createConversationFixture(toolCallingAgent);
    const conversation = await here.open();
    const { id } = await sendAndSettle(here, conversation, 'wait');
    expect((await conversation.send('wait', 'm-wait')).id).toBe(id);
    await sendAndSettle(here, conversation, 'never mind');
    expect((await conversation.send('never mind', 'm-never mind')).id).toBe(id);
    expect((await conversation.send('wait', 'm-wait')).id).toBe(id);
    expect(await conversation.turns()).toHaveLength(1);
  });

  it('takes a message once that another process has sent', async () => {
    const here = createConversationFixture(toolCallingAgent);
    const { id } = await sendAndSettle(here, await here.open(), 'wait');
    const again = await here.open({ sessionId: 's1' });
    expect((await again.send('wait', 'm-wait')).id).toBe(id);
  });

  it('opens a closed session again', async () => {
    const here = createConversationFixture();
    const conversation = await here.open();
    await sendAndSettle(here, conversation, 'one');
    expect(await conversation.close()).toMatchObject({ isClosed: true });
    await sendAndSettle(here, conversation, 'two');
    expect(conversation.session.isClosed).toBe(false);
  });
});

describe('decide and cancel', () => {
  it('decides about the calls of the open turn', async () => {
    const here = createConversationFixture(toolCallingAgent, {
      toolSite: 'server',
      environment: () => ({
        listTools: () => [
          {
            type: 'function',
            needsApproval: true,
            function: { name: 'look', parameters: { type: 'object' } },
          },
        ],
        callTool: () => ({ content: 'seen' }),
      }),
    });
    const conversation = await here.open();
    await sendAndSettle(here, conversation, 'wait');
    const { id } = await conversation.decide([{ callId: 'a', approved: true }], 'yes');
    const task = await here.backend.runner.waitUntilSettled(id, new AbortController().signal);
    expect(task.entries?.last.message.content).toBe('1: seen');
    const senders: unknown[] = [];
    for await (const event of here.backend.tasks.events(id))
      if (event.type === 'approval.decided') senders.push(event.by);
    expect(senders).toEqual([{ principal: 'ada' }]);
  });

  it('says that there is nothing to decide about or to cancel', async () => {
    const here = createConversationFixture();
    const conversation = await here.open();
    await sendAndSettle(here, conversation, 'one');
    await expect(conversation.decide([], 'yes')).rejects.toMatchObject({ code: 'no-open-turn' });
    expect(await conversation.cancel()).toBeUndefined();
  });

  it('ends the open turn, and goes on after what it had come to', async () => {
    const here = createConversationFixture(toolCallingAgent);
    const conversation = await here.open();
    await sendAndSettle(here, conversation, 'wait');
    expect(await conversation.cancel()).toMatchObject({ state: 'canceled' });
    const next = await sendAndSettle(here, conversation, 'next');
    expect(historyToMessages(next.origin.history).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
    ]);
  });
});

it('changes what the next turn runs with', async () => {
  const here = createConversationFixture();
  const conversation = await here.open();
  await conversation.set({ model: 'a/b', temperature: 0.5, toolPermission: 'never' });
  await conversation.set({ temperature: null });
  await conversation.include({ kind: 'rule', name: 'units' });
  await conversation.exclude({ kind: 'skill', name: 'maps' });
  await conversation.rename('trip');
  expect((await sendAndSettle(here, conversation, 'one')).origin.turn).toEqual({
    model: 'a/b',
    toolPermission: 'never',
    include: [{ kind: 'rule', name: 'units' }],
    exclude: [{ kind: 'skill', name: 'maps' }],
    permitted: [],
  });
  expect(conversation.session.name).toBe('trip');
});

it('changes a session that another process changes at the same time', async () => {
  const here = createConversationFixture();
  const one = await here.open();
  await sendAndSettle(here, one, 'hello');
  const other = await here.open({ sessionId: 's1' });
  const rule = (name: string) => ({ kind: 'rule', name }) as const;
  await Promise.all([
    one.include(rule('a')),
    other.include(rule('b')),
    one.include(rule('c')),
    other.include(rule('d')),
  ]);
  const session = await here.backend.sessions.get({ principal: 'ada', id: 's1' });
  expect(session?.include.map(({ name }) => name).toSorted()).toEqual(['a', 'b', 'c', 'd']);
});

it('lists turns with what they cost', async () => {
  const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
  const here = createConversationFixture(async (messages, context) => ({
    ...(await echoAgent(messages, context)),
    usage,
    cost_usd: 0.25,
  }));
  const conversation = await here.open();
  await sendAndSettle(here, conversation, 'one');
  await sendAndSettle(here, conversation, 'two');
  const turn = { state: 'completed', steps: 1, tokens: 5, costUsd: 0.25 };
  expect(await conversation.turns()).toMatchObject([
    { ...turn, title: 'one' },
    { ...turn, title: 'two' },
  ]);
});

describe('fork', () => {
  it('begins a session that goes on after the newest turn, with the same settings', async () => {
    const here = createConversationFixture();
    const conversation = await here.open();
    await sendAndSettle(here, conversation, 'one');
    await conversation.set({ model: 'a/b' });
    const fork = await here.open({ sessionId: await conversation.fork() });
    await sendAndSettle(here, conversation, 'only here');
    const task = await sendAndSettle(here, fork, 'two');
    expect(task.entries?.last.message.content).toBe('2: two');
    expect(task.origin.turn?.model).toBe('a/b');
    expect(fork.session).toMatchObject({ name: 'one', forkedFrom: { sessionId: 's1' } });
  });

  it('goes on after the turn that is named, and can be forked before its first turn', async () => {
    const here = createConversationFixture();
    const conversation = await here.open();
    const { id } = await sendAndSettle(here, conversation, 'one');
    await sendAndSettle(here, conversation, 'two');
    const fork = await here.open({ sessionId: await conversation.fork(id) });
    const second = await here.open({ sessionId: await fork.fork() });
    expect((await sendAndSettle(here, fork, 'x')).entries?.last.message.content).toBe('2: x');
    expect((await sendAndSettle(here, second, 'y')).entries?.last.message.content).toBe('2: y');
  });

  it('starts before the first turn of a session that has turns and a summary of them', async () => {
    const here = createConversationFixture();
    const conversation = await here.open();
    await sendAndSettle(here, conversation, 'one');
    await conversation.compact(async () => 'what was said');
    const fork = await here.open({ sessionId: await conversation.fork(null) });
    const task = await sendAndSettle(here, fork, 'first again');
    expect(task.entries?.last.message.content).toBe('1: first again');
    expect(fork.session).toMatchObject({ forkedFrom: { sessionId: 's1' } });
    expect(fork.session.forkedFrom).not.toHaveProperty('taskId');
  });

  it('refuses a turn that is unknown, of somebody else, or open', async () => {
    const here = createConversationFixture(toolCallingAgent);
    const conversation = await here.open();
    const theirs = await sendAndSettle(here, await here.open({ principal: 'bob' }), 'secret');
    const { id } = await sendAndSettle(here, conversation, 'wait');
    const codeOf = (taskId: string) =>
      conversation.fork(taskId).catch((thrown: unknown) => Object(thrown).code as unknown);
    expect(await Promise.all(['nothing', theirs.id, id].map(codeOf))).toEqual([
      'unknown-turn',
      'unknown-turn',
      'turn-not-ended',
    ]);
  });
});

describe('compact', () => {
  it('replaces the turns so far by a summary', async () => {
    const here = createConversationFixture();
    const conversation = await here.open();
    await sendAndSettle(here, conversation, 'one');
    const summarize = vi.fn<Summarize>(async () => 'they met');
    const session = await conversation.compact(summarize);
    expect(session?.compaction).toMatchObject({ summary: 'they met' });
    expect(summarize).toHaveBeenCalledWith(
      [
        { role: 'user', content: 'one' },
        { role: 'assistant', content: '1: one' },
      ],
      expect.any(AbortSignal),
    );
    const task = await sendAndSettle(here, conversation, 'two');
    expect(historyToMessages(task.origin.history)).toEqual([createSummaryMessage('they met')]);
    expect((await sendAndSettle(here, conversation, 'three')).origin.history).toHaveLength(3);
  });

  it('does nothing where nothing was said, or nothing since', async () => {
    const here = createConversationFixture();
    const conversation = await here.open();
    const summarize = vi.fn<Summarize>(async () => 'they met');
    expect(await conversation.compact(summarize)).toBeUndefined();
    await sendAndSettle(here, conversation, 'one');
    await conversation.compact(summarize);
    expect(await conversation.compact(summarize)).toBeUndefined();
    expect(summarize).toHaveBeenCalledTimes(1);
  });

  it('happens by itself before a turn that would be too full, after a warning', async () => {
    const here = createConversationFixture();
    const compaction = { window: 100, summarize: async () => 'they met' };
    const conversation = await here.open({ compaction });
    const read = collectUpdates(conversation);
    await expect.poll(read.lines).toEqual(['live']);
    for (const [index, text] of ['a'.repeat(100), 'b'.repeat(60), 'c'.repeat(20)].entries()) {
      await sendAndSettle(here, conversation, text);
      const fills = () => read.lines().filter((line) => line.includes('of 100'));
      await expect.poll(fills).toHaveLength(index + 1);
    }
    await read.stop();
    expect(read.lines().filter((line) => /of 100|compacted/.test(line))).toEqual([
      '51 of 100',
      '82 of 100!',
      'session.compacted',
      '22 of 100',
    ]);
  });

  it('asks for the window when it is needed, and each time anew', async () => {
    const here = createConversationFixture();
    const windows = [200, 400];
    const window = vi.fn<() => Promise<number>>(async () => windows.shift() ?? 400);
    const conversation = await here.open({ compaction: { window, summarize: async () => '' } });
    const read = collectUpdates(conversation);
    await expect.poll(read.lines).toEqual(['live']);
    expect(window).not.toHaveBeenCalled();
    await sendAndSettle(here, conversation, 'one');
    const fills = () => read.lines().filter((line) => / of \d+/.test(line));
    await expect.poll(fills).toEqual([expect.stringMatching(/ of 200/)]);
    await sendAndSettle(here, conversation, 'two');
    await expect.poll(fills).toHaveLength(2);
    await read.stop();
    expect(fills()[1]).toMatch(/ of 400/);
  });

  it('lets a turn begin with everything where it fails, and says so', async () => {
    const here = createConversationFixture();
    const summarize = async (): Promise<string> => {
      throw new Error('no model');
    };
    const conversation = await here.open({ compaction: { window: 10, summarize } });
    const read = collectUpdates(conversation);
    await expect.poll(read.lines).toEqual(['live']);
    await sendAndSettle(here, conversation, 'a'.repeat(100));
    expect((await sendAndSettle(here, conversation, 'two')).origin.history).toHaveLength(2);
    await expect
      .poll(() => read.lines().filter((line) => line === 'compaction-failed'))
      .toHaveLength(1);
    await read.stop();
    const failed = read.updates.find(({ kind }) => kind === 'compaction-failed');
    expect(failed).toMatchObject({ error: { message: expect.stringContaining('no model') } });
  });
});

describe('updates', () => {
  it('shows what has happened from the oldest turn on, and then what comes', async () => {
    const here = createConversationFixture(toolCallingAgent);
    const conversation = await here.open();
    await sendAndSettle(here, conversation, 'one');
    await sendAndSettle(here, conversation, 'wait');
    const read = collectUpdates(await here.open({ sessionId: 's1' }));
    const past = [
      'session.opened',
      'session.named',
      '> one',
      '< 1: one',
      'completed',
      '> wait',
      '< ',
      'live',
    ];
    await expect.poll(read.lines).toEqual(past);
    await sendAndSettle(here, conversation, 'never mind');
    await conversation.include({ kind: 'rule', name: 'units' });
    await expect.poll(() => read.lines().length).toBe(past.length + 3);
    here.clock.advance(1000);
    await expect.poll(() => read.lines().length).toBe(past.length + 4);
    expect(read.lines().slice(past.length)).toEqual([
      '> never mind',
      '< 3: never mind',
      'completed',
      'session.included',
    ]);
    await read.stop();
  });

  it('shows each event of a turn once, whoever began the turn', async () => {
    const here = createConversationFixture();
    const conversation = await here.open();
    await sendAndSettle(here, conversation, 'one');
    const elsewhere = await here.open({ sessionId: 's1' });
    const read = collectUpdates(conversation);
    await expect.poll(() => read.lines().at(-1)).toBe('live');
    await sendAndSettle(here, conversation, 'here');
    await sendAndSettle(here, elsewhere, 'there');
    here.clock.advance(1000);
    await expect.poll(() => read.lines()).toContain('< 3: there');
    here.clock.advance(5000);
    await expect.poll(() => read.lines().filter((line) => line === 'completed')).toHaveLength(3);
    await read.stop();
    const events = read.updates.flatMap((update) =>
      update.kind === 'event' ? [`${update.taskId} ${update.event.generation}`] : [],
    );
    expect(new Set(events).size).toBe(events.length);
  });

  it('shows a reply as it grows', async () => {
    const here = createConversationFixture((_messages, { emit }) => {
      emit({ type: 'text', text: 'hel' });
      return { role: 'assistant', content: 'hello' };
    });
    const conversation = await here.open();
    const read = collectUpdates(conversation);
    await expect.poll(read.lines).toEqual(['live']);
    await sendAndSettle(here, conversation, 'one');
    await expect.poll(read.lines).toContain('completed');
    await read.stop();
    expect(read.updates.some(({ kind }) => kind === 'delta')).toBe(true);
  });

  it('leaves nothing behind when the reader goes', async () => {
    const here = createConversationFixture();
    const conversation = await here.open();
    await sendAndSettle(here, conversation, 'one');
    for await (const update of conversation.updates(new AbortController().signal)) {
      if (update.kind === 'live') break;
    }
    const read = collectUpdates(conversation);
    await expect.poll(() => read.lines().at(-1)).toBe('live');
    await read.stop();
    expect(here.clock.pending()).toBe(0);
  });
});

it('erases a session with all its turns, and nothing of others', async () => {
  const here = createConversationFixture(toolCallingAgent);
  const conversation = await here.open();
  await sendAndSettle(here, conversation, 'one');
  await sendAndSettle(here, conversation, 'wait');
  await sendAndSettle(here, await here.open(), 'other');
  await eraseConversation(here.backend, { principal: 'ada', id: 's1' });
  const { total } = await here.backend.tasks.list({ limit: 9 });
  expect(total).toBe(1);
  const { sessions } = await here.backend.sessions.list({ pageSize: 9 });
  expect(sessions.map(({ id }) => id)).toEqual(['s2']);
});
