import { expect, it } from 'vitest';
import { SEEN } from './mcp-report.ts';
import { pythonReport, staged } from './stage.ts';

it('serves mcp 1.30.0 of Python', async () => {
  const { url } = await staged();
  expect(await pythonReport('a2a-1-mcp-1', 'mcp_1.py', `${url}/mcp`)).toEqual({
    ...SEEN,
    revision: '2025-11-25',
  });
});
