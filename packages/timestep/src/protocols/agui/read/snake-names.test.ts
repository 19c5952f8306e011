import { expect, it } from 'vitest';
import { readRunInput } from './read-run-input.ts';
import { replaceSnakeNames } from './snake-names.ts';

it('reads the names that clients in Python write', () => {
  const source = { type: 'data', value: 'AA==', mime_type: 'image/png' };
  const call = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{"by_it":1}' } };
  const input = readRunInput(
    replaceSnakeNames({
      thread_id: 't1',
      run_id: 'r1',
      parent_run_id: 'r0',
      forwarded_props: { snake_case: { tool_calls: 1 } },
      protocol_version: '1.0',
      messages: [
        { id: 'm1', role: 'user', content: [{ type: 'image', source }] },
        { id: 'm2', role: 'assistant', content: null, tool_calls: [call] },
        { id: 'm3', role: 'tool', tool_call_id: 'c1', content: 'seen' },
      ],
      tools: [{ name: 'look', parameters: { type: 'object', properties: { tool_call_id: {} } } }],
      resume: [{ interrupt_id: 'i1', status: 'resolved', payload: { run_id: 'mine' } }],
    }),
  );
  expect(input).toMatchObject({
    threadId: 't1',
    runId: 'r1',
    protocolVersion: '1.0',
    metadata: { parent_run_id: 'r0', forwarded_props: { snake_case: { tool_calls: 1 } } },
    messages: [
      { content: [{ mediaType: 'image/png' }] },
      { calls: [{ id: 'c1', arguments: '{"by_it":1}' }] },
      { callId: 'c1' },
    ],
    tools: [{ function: { parameters: { properties: { tool_call_id: {} } } } }],
    resume: [{ interruptId: 'i1', payload: { run_id: 'mine' } }],
  });
});

it('prefers the specified name, and leaves what is no object', () => {
  expect(replaceSnakeNames({ thread_id: 'a', threadId: 'b', messages: ['x'] })).toEqual({
    threadId: 'b',
    messages: ['x'],
  });
  expect(replaceSnakeNames([1])).toEqual([1]);
});
