import { expect, it } from 'vitest';
import { SEEN } from './mcp-report.ts';
import { pythonReport, staged } from './stage.ts';

it.each([
  ['2026-07-28', 'auto'],
  ['2025-11-25', 'legacy'],
] as const)('serves mcp 2.3.0 of Python, which speaks %s', async (revision, mode) => {
  const { url } = await staged();
  const report = await pythonReport('a2a-0-3-mcp-2', 'mcp_2.py', `${url}/mcp`, mode);
  expect(report).toEqual({ ...SEEN, revision });
});
