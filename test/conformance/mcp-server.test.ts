import { afterEach, describe, expect, it } from 'vitest';
import { serveFixture } from './mcp-fixture/serve.ts';
import { runSuite } from './run-suite.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function serve(change?: Parameters<typeof serveFixture>[0]): Promise<string> {
  const { url, close } = await serveFixture(change);
  closers.push(close);
  return url;
}

describe('an environment, as the conformance suite sees it', () => {
  it.each([
    { revision: '2025-11-25', required: 30 },
    { revision: '2026-07-28', required: 50 },
  ])(
    'passes all that revision $revision asks of servers, the tasks extension included',
    async ({ revision, required }) => {
      const url = await serve((definition) => definition);
      const run = await runSuite('server', '--url', url, '--requirements', revision);
      expect(run.complaint).toBe('');
      expect(run.failed).toEqual([]);
      expect(run.passed.length).toBeGreaterThanOrEqual(required);
    },
  );

  it('fails the suite when something it requires is missing', async () => {
    const url = await serve(({ tools = [], ...definition }) => ({
      ...definition,
      tools: tools.filter(({ name }) => name !== 'test_simple_text'),
    }));
    const { exitCode } = await runSuite(
      'server',
      '--url',
      url,
      '--scenario',
      'tools-call-simple-text',
      '--spec-version',
      '2026-07-28',
    );
    expect(exitCode).toBe(1);
  });
});
