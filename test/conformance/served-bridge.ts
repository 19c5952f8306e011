import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const MAIN = join(import.meta.dirname, '../../packages/timestep/src/people/cli/main.ts');

/**
 * The command with which a client starts `timestep a2a-mcp` with an agent that repeats its
 * messages, over standard input.
 */
export function bridgeCommand(): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-bridge-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const metadata = { name: 'Parrot', description: 'Repeats.' };
  const settings = { model: 'builtin:echo' };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify({ metadata, settings }));
  const bridge = ['a2a-mcp', folder, '--runner', 'memory'];
  return [process.execPath, '--conditions=@timestep/source', MAIN, ...bridge];
}

/** Serves that bridge over HTTP until the end of the test, and returns its address. */
export async function servedBridge(): Promise<string> {
  const [node = '', ...args] = bridgeCommand();
  const child = spawn(node, [...args, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return line;
}
