import { describe, expect, it } from 'vitest';
import {
  CORE_VERSION,
  DEFAULT_LIMITS,
  foldTask,
  type AssistantMessage,
  type Task,
  type TaskEvent,
} from '#core';
import type { Delta, TaskStep } from '#engine/port';
import type { OutputEvent } from '../wire/response-event.ts';
import { createOutputWriter } from './output-writer.ts';

const TASK = foldTask([
  {
    type: 'task.submitted',
    generation: 1,
    at: 0,
    taskId: 't',
    contextId: 'c',
    agent: 'a',
    principal: '',
    coreVersion: CORE_VERSION,
    toolSite: 'server',
    limits: DEFAULT_LIMITS,
    seed: 0,
    loadPrompt: false,
    history: [],
    clientTools: [],
  },
]) as Task;

function happened(event: TaskEvent): TaskStep {
  return { kind: 'event', before: TASK, event: { ...event, generation: 2, at: 0 }, task: TASK };
}

function replied(message: Omit<AssistantMessage, 'role'>, attempt = 1): TaskStep {
  const whole = { role: 'assistant', ...message } as const;
  return happened({ type: 'model.replied', step: 1, attempt, message: whole });
}

function hint(delta: Delta, attempt = 1): TaskStep {
  return { kind: 'delta', task: TASK, step: 1, attempt, delta };
}

function text(piece: string, attempt = 1): TaskStep {
  return hint({ type: 'text', text: piece }, attempt);
}

function restarted(piece: string): TaskStep {
  return hint({ type: 'text', text: piece, restarts: true });
}

function callHint(index: number, id: string, name: string, piece: string, attempt = 1): TaskStep {
  return hint({ type: 'tool-call', index, id, name, arguments: piece }, attempt);
}

function call(id: string, name: string, args = '{}') {
  return { id, type: 'function', function: { name, arguments: args } } as const;
}

/** Writes steps, then breaks off what is open; events in short. */
function written(...steps: readonly TaskStep[]) {
  const scope = {
    key: 'k',
    serverLabel: 'tools',
    isCallers: (name: string) => name === 'mine',
    callersName: (name: string) => ({ name }),
    mayRefuse: false,
    approvalId: (callId: string) => `mcpr_${callId}`,
  };
  const writer = createOutputWriter(scope);
  const events = steps.flatMap((step) => writer.write(step)).concat(writer.breakOff());
  return { events: events.map(brief), items: writer.items() };
}

function brief(event: OutputEvent): string {
  const type = event.type.replace('response.', '');
  const detail =
    ('delta' in event && event.delta) ||
    ('text' in event && event.text) ||
    ('arguments' in event && event.arguments) ||
    ('item' in event && 'status' in event.item && event.item.status);
  return `${event.output_index} ${type}${detail ? ` ${detail}` : ''}`;
}

const TEXT_BEGIN = ['0 output_item.added in_progress', '0 content_part.added'];

describe('createOutputWriter: text', () => {
  it('shows text as it grows and ends it with the reply', () => {
    const { events, items } = written(text('He'), text('llo'), replied({ content: 'Hello' }));
    expect(events).toEqual([
      ...TEXT_BEGIN,
      '0 output_text.delta He',
      '0 output_text.delta llo',
      '0 output_text.done Hello',
      '0 content_part.done',
      '0 output_item.done completed',
    ]);
    expect(items).toEqual([
      {
        id: 'msg_k_0',
        type: 'message',
        status: 'completed',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'Hello', annotations: [], logprobs: [] }],
      },
    ]);
  });

  it.each<[string, readonly TaskStep[], string[]]>([
    ['nothing was shown before', [], ['0 output_text.delta Hello']],
    ['a part was shown', [text('He')], ['0 output_text.delta He', '0 output_text.delta llo']],
    [
      'something else was shown',
      [text('Bye')],
      ['0 output_text.delta Bye', '1 output_text.delta Hello'],
    ],
    [
      'a lost attempt had begun to speak',
      [text('By'), text('Hel', 2)],
      ['0 output_text.delta By', '1 output_text.delta Hello'],
    ],
    [
      'a lost attempt had begun with the same text',
      [text('He'), text('Hel', 2)],
      ['0 output_text.delta He', '0 output_text.delta llo'],
    ],
    [
      'the text started over',
      [text('Bye'), restarted('Hel'), text('lo')],
      ['0 output_text.delta Bye', '1 output_text.delta Hel', '1 output_text.delta lo'],
    ],
  ])('gives the full text when %s', (_name, hints, deltas) => {
    const { events, items } = written(...hints, replied({ content: 'Hello' }, hints.length || 1));
    expect(items).toMatchObject([{ status: 'completed', content: [{ text: 'Hello' }] }]);
    expect(events.filter((event) => event.includes('output_text.delta'))).toEqual(deltas);
    const last = deltas.at(-1)?.startsWith('1') ? 1 : 0;
    expect(events).toContain(`${last} output_text.done Hello`);
  });

  it('answers with an empty text where the reply is empty', () => {
    const { events, items } = written(text(''), replied({ content: null }));
    expect(events).toEqual([
      ...TEXT_BEGIN,
      '0 output_text.done',
      '0 content_part.done',
      '0 output_item.done completed',
    ]);
    expect(items).toMatchObject([{ content: [{ text: '' }] }]);
  });

  it('keeps what was said before the model failed, as incomplete', () => {
    const error = { code: 'x', message: 'x' };
    const failed = happened({ type: 'model.failed', step: 1, attempt: 1, error });
    const { events, items } = written(text('He'), hint({ type: 'reasoning', text: 'hm' }), failed);
    expect(events.slice(-2)).toEqual(['0 content_part.done', '0 output_item.done incomplete']);
    expect(items).toMatchObject([{ status: 'incomplete', content: [{ text: 'He' }] }]);
  });
});

describe('createOutputWriter: calls of the caller', () => {
  it('shows arguments as they grow, behind the text of the same reply', () => {
    const { events, items } = written(
      text('Let me see'),
      callHint(0, 'c1', 'mine', '{"a"'),
      callHint(0, 'c1', 'mine', ':1}'),
      replied({ content: 'Let me see', tool_calls: [call('c1', 'mine', '{"a":1}')] }),
    );
    expect(events.slice(3)).toEqual([
      '1 output_item.added in_progress',
      '1 function_call_arguments.delta {"a"',
      '1 function_call_arguments.delta :1}',
      '0 output_text.done Let me see',
      '0 content_part.done',
      '0 output_item.done completed',
      '1 function_call_arguments.done {"a":1}',
      '1 output_item.done completed',
    ]);
    expect(items[1]).toEqual({
      id: 'fc_k_1',
      type: 'function_call',
      status: 'completed',
      call_id: 'c1',
      name: 'mine',
      arguments: '{"a":1}',
    });
  });

  it('brings calls that were never shown with the reply', () => {
    const tool_calls = [call('c1', 'mine', '{"a":1}'), call('c2', 'mine', '')];
    const { events } = written(replied({ content: '', tool_calls }));
    expect(events).toEqual([
      '0 output_item.added in_progress',
      '0 function_call_arguments.delta {"a":1}',
      '0 function_call_arguments.done {"a":1}',
      '0 output_item.done completed',
      '1 output_item.added in_progress',
      '1 function_call_arguments.done',
      '1 output_item.done completed',
    ]);
  });

  it('waits for the reply where a hint has no id yet, or one that is taken', () => {
    const { events, items } = written(
      callHint(0, 'c', 'mine', '{}'),
      callHint(1, 'c', 'mine', '{"b":'),
      callHint(1, 'c', 'mine', '2}'),
      callHint(2, '', 'mine', '{}'),
      replied({
        content: null,
        tool_calls: [
          call('c', 'mine'),
          call('call_1_2', 'mine', '{"b":2}'),
          call('call_1_3', 'mine'),
        ],
      }),
    );
    expect(events.filter((event) => event.includes('delta'))).toEqual([
      '0 function_call_arguments.delta {}',
      '1 function_call_arguments.delta {"b":2}',
      '2 function_call_arguments.delta {}',
    ]);
    expect(items.map((item) => item.type === 'function_call' && item.call_id)).toEqual([
      'c',
      'call_1_2',
      'call_1_3',
    ]);
  });

  it('breaks off the calls of a lost attempt', () => {
    const { events, items } = written(
      callHint(0, 'old', 'mine', '{"a"'),
      callHint(0, 'new', 'mine', '{', 2),
      replied({ content: null, tool_calls: [call('new', 'mine')] }, 2),
    );
    expect(events.slice(2)).toEqual([
      '1 output_item.added in_progress',
      '1 function_call_arguments.delta {}',
      '1 function_call_arguments.done {}',
      '1 output_item.done completed',
      '0 output_item.done incomplete',
    ]);
    expect(items).toMatchObject([
      { call_id: 'old', status: 'incomplete', arguments: '{"a"' },
      { call_id: 'new', status: 'completed' },
    ]);
  });
});

describe('createOutputWriter: calls of this side', () => {
  const asks = replied({ content: null, tool_calls: [call('c1', 'a'), call('c2', 'b')] });

  it('tells how they end, in whatever order', () => {
    const { events, items } = written(
      asks,
      happened({ type: 'tool.started', callId: 'c1', attempt: 1 }),
      happened({
        type: 'tool.failed',
        callId: 'c2',
        error: { code: 'timeout', message: 'no answer in 5 s' },
      }),
      happened({ type: 'tool.returned', callId: 'c1', content: 'sunny' }),
      happened({ type: 'tool.returned', callId: 'c1', content: 'again' }),
    );
    expect(events).toEqual([
      '0 output_item.added in_progress',
      '0 mcp_call.in_progress',
      '0 mcp_call_arguments.delta {}',
      '0 mcp_call_arguments.done {}',
      '1 output_item.added in_progress',
      '1 mcp_call.in_progress',
      '1 mcp_call_arguments.delta {}',
      '1 mcp_call_arguments.done {}',
      '1 mcp_call.failed',
      '1 output_item.done failed',
      '0 mcp_call.completed',
      '0 output_item.done completed',
    ]);
    const told = '{"error":"timeout","detail":"no answer in 5 s"}';
    expect(items).toMatchObject([
      { id: 'mcp_k_0', server_label: 'tools', name: 'a', output: 'sunny', error: null },
      { id: 'mcp_k_1', output: null, error: { content: [{ type: 'text', text: told }] } },
    ]);
  });

  it('takes results that were submitted', () => {
    const results = [
      { callId: 'c1', output: 'sunny' },
      { callId: 'c2', output: 'broken', isError: true },
      { callId: 'of an earlier response', output: '' },
    ];
    const { items } = written(
      asks,
      happened({ type: 'results.received', messageId: 'm', results }),
    );
    expect(items).toMatchObject([
      { status: 'completed', output: 'sunny' },
      { status: 'failed', error: { content: [{ text: '{"error":"broken"}' }] } },
    ]);
  });

  it('leaves those incomplete that never ended', () => {
    const { events } = written(asks, happened({ type: 'cancel.requested' }));
    expect(events.slice(-2)).toEqual([
      '0 output_item.done incomplete',
      '1 output_item.done incomplete',
    ]);
  });
});
