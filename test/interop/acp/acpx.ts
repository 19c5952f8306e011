import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { AcpFolder } from './stage.ts';

const CLI = join(fileURLToPath(new URL('.', import.meta.resolve('acpx'))), 'cli.js');

export interface AcpxEnded {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs acpx, a third-party ACP client for terminals, with the agent of the folder. */
export function acpx(folder: AcpFolder, ...args: readonly string[]): Promise<AcpxEnded> {
  const agent = folder.command.join(' ');
  const all = [CLI, '--agent', agent, '--cwd', folder.path, '--ttl', '60', ...args];
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      all,
      { env: { ...process.env, HOME: folder.path } },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
      },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
  });
}
