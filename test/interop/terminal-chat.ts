import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';

const MAIN = join(import.meta.dirname, '../../packages/timestep/src/people/cli/main.ts');
const IN_TERMINAL = join(import.meta.dirname, 'in-terminal.py');

/** `timestep chat` in a terminal. */
export interface Terminal {
  readonly type: (keys: string) => void;
  /** Everything that was written to it. */
  readonly shown: () => string;
  readonly see: (text: string) => Promise<void>;
  /** Kills the command at once. */
  readonly kill: () => Promise<void>;
  readonly ended: Promise<number | null>;
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-terminal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts `timestep chat` in a terminal of 80 columns and 24 rows. It is killed at the end of the test. */
export function openTerminal(
  folder: string,
  args: readonly string[],
  baseUrl = '',
  variables: Readonly<Record<string, string>> = {},
): Terminal {
  const node = [process.execPath, '--conditions=@timestep/source', MAIN, 'chat', ...args];
  const child: ChildProcess = spawn('python3', [IN_TERMINAL, '80', '24', ...node], {
    cwd: folder,
    env: {
      ...process.env,
      LMSTUDIO_BASE_URL: baseUrl,
      TERM: 'xterm-256color',
      NO_COLOR: '1',
      ...variables,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return {
    type: (keys) => void child.stdin?.write(keys),
    shown: () => output,
    async see(text) {
      await expect.poll(() => output).toContain(text);
    },
    async kill() {
      child.kill('SIGTERM');
      await ended;
    },
    ended,
  };
}
