import { expect, it } from 'vitest';
import { pythonReport, staged } from './stage.ts';

const ASKED = {
  text: 'You said: hello',
  pieces: 'You said: hello',
  call: ['now', { zone: 'UTC' }],
  answer: 'The tool said: noon in UTC',
  structured: { sky: 'blue', degrees: 21 },
};

it('is the model of langchain-openai 1.7.4, and tools of langchain-mcp-adapters 0.3.2', async () => {
  const { url } = await staged();
  expect(await pythonReport('a2a-1-mcp-1', 'langchain_1.py', `${url}/v1`, `${url}/mcp`)).toEqual({
    responses: ASKED,
    completions: ASKED,
    tools: ['look', 'measure', 'pay', 'book', 'count'],
    looked: 'sunny in Oakland',
  });
});
