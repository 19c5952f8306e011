import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runSuite } from './run-suite.ts';

const driver = fileURLToPath(new URL('./mcp-client/driver.ts', import.meta.url));
/** Every scenario starts a client of its own, and many of them at once. */
const PATIENCE_MS = 240_000;
const command = `${process.execPath} --conditions=@timestep/source ${driver}`;

describe('our client, as the conformance suite sees it', () => {
  it.each([
    { revision: '2025-11-25', required: 18 },
    { revision: '2026-07-28', required: 32 },
  ])(
    'passes all that revision $revision asks of clients',
    async ({ revision, required }) => {
      const run = await runSuite(
        'client',
        '--command',
        command,
        '--requirements',
        revision,
        '--timeout',
        String(PATIENCE_MS / 2),
      );
      expect(run.complaint).toBe('');
      expect(run.passed.length).toBeGreaterThanOrEqual(required);
    },
    PATIENCE_MS,
  );

  it('fails the suite when the client does nothing', async () => {
    const { exitCode } = await runSuite(
      'client',
      '--command',
      `${process.execPath} --eval 0`,
      '--scenario',
      'tools_call',
    );
    expect(exitCode).toBe(1);
  });
});
