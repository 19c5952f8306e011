import { expect, it } from 'vitest';
import { pythonReport, staged } from './stage.ts';

it('answers openai 3.57.0 of Python', async () => {
  const { url } = await staged();
  expect(await pythonReport('a2a-1-mcp-1', 'openai_3.py', `${url}/v1`)).toEqual({
    models: ['clerk'],
    created: 'You said: hello',
    usage: true,
    inputs: ['hello'],
    stream: { text: 'You said: hello', final: 'You said: hello', status: 'completed' },
    parsed: { sky: 'blue', degrees: 21 },
    counted: true,
    functions: { call: ['now', { zone: 'UTC' }], text: 'The tool said: noon' },
    approval: { asked: ['pay', { amount: 5 }], text: 'The tool said: paid 5' },
    background: { text: 'You said: hello', again: 'response.completed', canceled: 'cancelled' },
    conversations: {
      items: ['user: one', 'assistant: You said: one', 'user: two', 'assistant: You said: two'],
      metadata: { topic: 'weather' },
      deleted: true,
    },
    completions: {
      text: 'You said: hello',
      pieces: 'You said: hello',
      finish: 'tool_calls',
      answer: 'The tool said: noon',
    },
    refused: [
      ['decimal_above_max_value', 'temperature'],
      ['response_not_found', null],
    ],
  });
});
