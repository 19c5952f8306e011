import { execFile } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { acpxProgram } from '../clients/client-sets.ts';
import type { AcpFolder } from './stage.ts';

export interface AcpxEnded {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs acpx, a third-party ACP client for terminals, with the agent of the folder. */
export function acpx(folder: AcpFolder, ...args: readonly string[]): Promise<AcpxEnded> {
  const agent = folder.command.join(' ');
  const all = [acpxProgram(), '--agent', agent, '--cwd', folder.path, '--ttl', '60', ...args];
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
