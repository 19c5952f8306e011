import { expect, it } from 'vitest';
import { SEEN } from './a2a-report.ts';
import { pythonReport, staged } from './stage.ts';

it('answers a2a-sdk 1.3.0 of Python, in both bindings', async () => {
  const { url } = await staged();
  expect(await pythonReport('a2a-1-mcp-1', 'a2a_1.py', url)).toMatchObject({
    ...SEEN,
    stream_rest: SEEN.stream,
    artifacts: [
      { id: 'answer-1', name: 'answer', parts: [{ text: 'Here.' }] },
      {
        id: 'files',
        name: 'Files',
        parts: [
          { raw: 'aGVsbG8=', filename: 'hello.txt', mediaType: 'text/plain' },
          { data: { rows: 1 } },
        ],
      },
    ],
    listed: 6,
    unknown: 'TaskNotFoundError',
  });
});
