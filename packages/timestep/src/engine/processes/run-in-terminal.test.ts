import { expect, it } from 'vitest';
import { runInTerminal } from './run-in-terminal.ts';

it('returns how the command ended', async () => {
  const run = (code: string) =>
    runInTerminal({ command: process.execPath, args: ['-e', code], env: process.env });
  expect(await run('process.exit(3)')).toEqual({ code: 3, signal: null });
});

it('rejects where the command is not found', async () => {
  const command = { command: '/no/such/editor', args: [], env: process.env };
  await expect(runInTerminal(command)).rejects.toThrow('command not found');
});
