import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import {
  CORE_VERSION,
  type AssistantMessage,
  type NumberedEvent,
  type TaskEvent,
  type ToolCall,
} from '#core';
import type { Delta } from '#engine/port';
import {
  deltaToUpdates,
  eventToUpdates,
  type DisplayOptions,
  type DisplayedTurn,
} from './event-to-updates.ts';

const SUBMITTED: Extract<TaskEvent, { type: 'task.submitted' }> = {
  type: 'task.submitted',
  taskId: 't',
  contextId: 's',
  agent: 'guide',
  principal: '',
  coreVersion: CORE_VERSION,
  toolSite: 'server',
  limits: { max_steps: 5, time_limit_s: 60 },
  seed: 1,
  loadPrompt: true,
  history: [],
  clientTools: [],
};

const ALL: DisplayOptions = { isOwn: () => false, isFirst: true, showsQuestions: true };

/** The updates of events and deltas, in order. */
function updatesOf(happenings: readonly (TaskEvent | Delta)[], showing = ALL): SessionUpdate[] {
  let turn: DisplayedTurn | undefined;
  let generation = 0;
  let attempt = { step: 1, attempt: 1 };
  const updates: SessionUpdate[] = [];
  for (const one of happenings) {
    if (isDelta(one)) {
      if (!turn) throw new Error('a delta comes after the first event');
      const shown = deltaToUpdates(turn, attempt, one);
      turn = shown.turn;
      updates.push(...shown.updates);
      continue;
    }
    generation += 1;
    if (one.type === 'model.started') attempt = { step: one.step, attempt: one.attempt };
    const event: NumberedEvent = { ...one, generation, at: generation };
    const shown = eventToUpdates(turn, event, showing);
    turn = shown.turn;
    updates.push(...shown.updates);
  }
  return updates;
}

function isDelta(one: TaskEvent | Delta): one is Delta {
  return ['text', 'reasoning', 'tool-call', 'artifact', 'progress'].includes(one.type);
}

const message = { role: 'user', content: 'hello' } as const;
const received: TaskEvent = { type: 'message.received', messageId: 'm', message };
const started: TaskEvent = { type: 'model.started', step: 1, attempt: 1 };

function replied(content: string | null, calls: readonly ToolCall[] = []): TaskEvent {
  const reply: AssistantMessage = { role: 'assistant', content, tool_calls: calls };
  return { type: 'model.replied', step: 1, attempt: 1, message: reply };
}

function called(id: string, name: string, written: string): ToolCall {
  return { id, type: 'function', function: { name, arguments: written } };
}

const look = called('a', 'read_file', '{"path":"/x"}');

function chunk(text: string, messageId = 't/1.1') {
  return { sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } };
}

const finished: TaskEvent = { type: 'task.finished', state: 'completed', reason: 'final_answer' };

describe('a reply', () => {
  const before = [SUBMITTED, received, started];

  it.each<[string, Delta[], unknown[]]>([
    ['that was not streamed', [], [chunk('one two')]],
    ['that was streamed', [word('one '), word('two')], [chunk('one '), chunk('two')]],
    ['that was streamed in part', [word('one ')], [chunk('one '), chunk('two')]],
    [
      'whose text started over',
      [word('three'), { type: 'text', text: 'one ', restarts: true }, word('two')],
      [chunk('three'), chunk('one ', 't/1.1/2'), chunk('two', 't/1.1/2')],
    ],
    ['that a guard changed', [word('three')], [chunk('three'), chunk('one two', 't/1.1/final')]],
  ])('%s', (_what, deltas, shown) => {
    const updates = updatesOf([...before, ...deltas, replied('one two'), finished]);
    expect(updates.slice(1)).toEqual(shown);
  });

  it('shows thoughts apart, and leaves pieces of calls out', () => {
    const updates = updatesOf([
      ...before,
      { type: 'reasoning', text: 'hm' },
      { type: 'tool-call', index: 0, id: 'a', name: 'look', arguments: '{' },
    ]);
    expect(updates.slice(1)).toEqual([
      {
        sessionUpdate: 'agent_thought_chunk',
        messageId: 't/1.1/thought',
        content: { type: 'text', text: 'hm' },
      },
    ]);
  });
});

function word(text: string): Delta {
  return { type: 'text', text };
}

describe('calls', () => {
  const before = [SUBMITTED, received, started, replied(null, [look])];
  const toolCallId = 't/1/a';
  const tool_started: TaskEvent = { type: 'tool.started', callId: 'a', attempt: 1 };
  const running = { sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' };

  it('are announced with their arguments, kind and places', () => {
    expect(updatesOf(before).at(-1)).toEqual({
      sessionUpdate: 'tool_call',
      toolCallId,
      title: 'read_file /x',
      name: 'read_file',
      kind: 'read',
      status: 'pending',
      rawInput: { path: '/x' },
      locations: [{ path: '/x' }],
    });
  });

  it('name the agent that is asked, and the question', () => {
    const ask = called(
      'a',
      'agents_call_agent',
      '{"agent":"/x/research","message":"What changed?"}',
    );
    expect(updatesOf([...before.slice(0, 3), replied(null, [ask])]).at(-1)).toMatchObject({
      title: 'Ask research: What changed?',
    });
  });

  it('show the change of a file from their beginning to their end', () => {
    const edit = called('a', 'edit', '{"path":"/x","old_string":"one","new_string":"two"}');
    const content = [{ type: 'diff', path: '/x', oldText: 'one', newText: 'two' }];
    const events = [...before.slice(0, 3), replied(null, [edit]), tool_started];
    const returned: TaskEvent = { type: 'tool.returned', callId: 'a', content: '' };
    const updates = updatesOf([...events, returned]);
    expect(updates.at(-3)).toMatchObject({ title: 'edit /x one two', content });
    expect(updates.at(-1)).toMatchObject({ status: 'completed', content });
  });

  it('show their progress beside the change of a file', () => {
    const edit = called('a', 'edit', '{"path":"/x","old_string":"one","new_string":"two"}');
    const events = [...before.slice(0, 3), replied(null, [edit]), tool_started];
    const progress: Delta = { type: 'progress', callId: 'a', text: '40 of 200' };
    expect(updatesOf([...events, progress]).at(-1)).toEqual({
      sessionUpdate: 'tool_call_update',
      toolCallId,
      content: [
        { type: 'diff', path: '/x', oldText: 'one', newText: 'two' },
        { type: 'content', content: { type: 'text', text: '40 of 200' } },
      ],
    });
  });

  it('end with what they returned, as text and as data', () => {
    const returned: TaskEvent = { type: 'tool.returned', callId: 'a', content: '{"b":1}' };
    expect(updatesOf([...before, tool_started, returned]).slice(-2)).toEqual([
      running,
      {
        sessionUpdate: 'tool_call_update',
        toolCallId,
        status: 'completed',
        content: [{ type: 'content', content: { type: 'text', text: '{"b":1}' } }],
        rawOutput: { b: 1 },
      },
    ]);
  });

  it.each<[string, TaskEvent[], string]>([
    ['a failure', [{ type: 'tool.failed', callId: 'a', error: { code: 'c', message: 'm' } }], 'm'],
    [
      'a refusal',
      [
        { type: 'approval.requested', callId: 'a' },
        { type: 'approval.decided', messageId: 'd', callId: 'a', approved: false, reason: 'no' },
      ],
      'no',
    ],
    [
      'a crash',
      [tool_started, { type: 'tool.interrupted', callId: 'a' }],
      'the call was cut off and may have run',
    ],
    [
      'other words',
      [
        { type: 'approval.requested', callId: 'a' },
        { type: 'calls.declined', messageId: 'd' },
      ],
      'the user answered in words instead',
    ],
    [
      'the end of the turn',
      [tool_started, { type: 'task.finished', state: 'canceled', reason: 'canceled' }],
      'the turn ended before the call ran',
    ],
  ])('fail with %s', (_what, events, why) => {
    expect(updatesOf([...before, ...events]).at(-1)).toMatchObject({
      toolCallId,
      status: 'failed',
      content: [{ content: { text: why } }],
    });
  });

  it('show the arguments that a person gave in place of the model’s', () => {
    const updates = updatesOf([
      ...before,
      { type: 'approval.requested', callId: 'a' },
      {
        type: 'approval.decided',
        messageId: 'd',
        callId: 'a',
        approved: true,
        arguments: '{"path":"/y"}',
      },
    ]);
    expect(updates.at(-1)).toMatchObject({ toolCallId, rawInput: { path: '/y' } });
  });

  it('ask their questions in words one after another', () => {
    const other = called('b', 'ask', '{}');
    const asked = (callId: string): TaskEvent => {
      return { type: 'question.asked', callId, question: { text: `${callId}?` } };
    };
    const updates = updatesOf([
      SUBMITTED,
      received,
      started,
      replied(null, [look, other]),
      asked('a'),
      asked('b'),
      { type: 'question.answered', messageId: 'd', callId: 'a', message },
    ]);
    const said = updates.flatMap((update) =>
      update.sessionUpdate === 'agent_message_chunk' ? [update.content] : [],
    );
    expect(said).toEqual([
      { type: 'text', text: 'a?' },
      { type: 'text', text: 'b?' },
    ]);
  });
});

describe('messages', () => {
  it('are left out where the client sent them', () => {
    const showing = { ...ALL, isOwn: (id: string) => id === 'm' };
    expect(updatesOf([SUBMITTED, received], showing)).toEqual([]);
    expect(updatesOf([SUBMITTED, received])).toEqual([
      {
        sessionUpdate: 'user_message_chunk',
        messageId: 'm',
        content: { type: 'text', text: 'hello' },
      },
    ]);
  });

  it('of the turns before are shown with the first turn alone', () => {
    const history = [
      { role: 'system', content: 'Be brief.' },
      message,
      { role: 'assistant', content: 'one moment', tool_calls: [look] },
      { role: 'tool', tool_call_id: 'a', content: 'seen' },
    ] as const;
    const first = { ...SUBMITTED, history };
    expect(updatesOf([first], { ...ALL, isFirst: false })).toEqual([]);
    expect(updatesOf([first]).map(({ sessionUpdate }) => sessionUpdate)).toEqual([
      'user_message_chunk',
      'agent_message_chunk',
      'tool_call',
      'tool_call_update',
    ]);
  });
});

it('asks about a parked task in text', () => {
  const question = { text: 'Go on or cancel?', options: ['go on', 'cancel'] };
  expect(updatesOf([SUBMITTED, { type: 'task.parked', question }]).at(-1)).toEqual({
    sessionUpdate: 'agent_message_chunk',
    messageId: 't/parked/2',
    content: { type: 'text', text: 'Go on or cancel? (go on, cancel)' },
  });
});

it('says in a thought why the task waits for its model', () => {
  const error = { code: 'overloaded', message: 'the model is overloaded' };
  const failed: TaskEvent = { type: 'model.failed', step: 1, attempt: 1, error, retryAt: 2000 };
  const loaded: TaskEvent = { type: 'prompt.loaded', content: null };
  expect(updatesOf([SUBMITTED, received, loaded, started, failed]).at(-1)).toEqual({
    sessionUpdate: 'agent_thought_chunk',
    messageId: 't/1.1/wait',
    content: {
      type: 'text',
      text: 'waiting for the model: the model is overloaded; the next call is at 1970-01-01T00:00:02.000Z',
    },
  });
});

it('says in a thought what is left out of a request that was refused', () => {
  const error = { code: 'bad-request', message: 'no such image' };
  const without = [{ kind: 'message', index: 0, part: 1 }] as const;
  const refused: TaskEvent = { type: 'model.refused', step: 1, attempt: 1, error, without };
  const loaded: TaskEvent = { type: 'prompt.loaded', content: null };
  const text = 'no such image; the model is asked again without one part';
  expect(updatesOf([SUBMITTED, received, loaded, started, refused]).at(-1)).toEqual({
    sessionUpdate: 'agent_thought_chunk',
    messageId: 't/1.1/refusal',
    content: { type: 'text', text },
  });
});
