import { expect, it } from 'vitest';
import { ARTIFACTS_0_3, SEEN } from './a2a-report.ts';
import { pythonReport, staged } from './stage.ts';

it('answers a2a-sdk 0.3.26 of Python, in both bindings', async () => {
  const { url } = await staged();
  expect(await pythonReport('a2a-0-3-mcp-2', 'a2a_0_3.py', url)).toMatchObject({
    ...SEEN,
    stream_rest: SEEN.stream,
    artifacts: ARTIFACTS_0_3,
    unknown: -32001,
  });
});
