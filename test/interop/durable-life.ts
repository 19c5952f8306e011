import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const PROGRAM = fileURLToPath(new URL('a2a-durable-agent.ts', import.meta.url));

/** A process of the durable agent, from its start to its end. */
export interface Life {
  readonly program: ChildProcess;
  readonly url: string;
  /** Waits for the next line with this prefix. */
  readonly saying: (start: string) => Promise<string>;
}

/** Starts the agent, or another program, with a database, at a given or any free port. */
export async function started(
  path: string,
  port: string,
  file = PROGRAM,
  ...more: readonly string[]
): Promise<Life> {
  const args = ['--conditions=@timestep/source', file, path, port, ...more];
  const program = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void program.kill('SIGKILL'));
  if (!program.stdout) throw new Error('the program has no output');
  const said: string[] = [];
  const lines = createInterface({ input: program.stdout });
  lines.on('line', (line) => said.push(line));
  const saying = (start: string): Promise<string> => lineIn(said, lines, start);
  const url = (await saying('serving')).replace('serving ', '');
  return { program, url, saying };
}

async function lineIn(said: readonly string[], lines: Interface, start: string): Promise<string> {
  for (;;) {
    const found = said.find((line) => line.startsWith(start));
    if (found !== undefined) return found;
    const isOver = once(lines, 'close').then(() => true);
    const isSaying = once(lines, 'line').then(() => false);
    if (await Promise.race([isOver, isSaying])) throw new Error('the program has ended');
  }
}

/** Creates a database path that is deleted after the test. */
export function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'tasks.db');
}
