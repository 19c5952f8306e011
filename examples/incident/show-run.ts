import { execFile } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Incident } from './stage.ts';
import type { StoryLine } from './read-story.ts';

const run = promisify(execFile);

/** Runs `timestep tasks show` for the incident, and returns what it prints. */
export async function showRun(
  { taskId, database }: Pick<Incident, 'taskId' | 'database'>,
  ...options: readonly string[]
): Promise<string> {
  const index = import.meta.resolve('@timestep-ai/timestep');
  const command = fileURLToPath(new URL(`people/cli/main${extname(index)}`, index));
  const show = ['tasks', 'show', taskId, '--database', database, ...options];
  const args = ['--conditions=@timestep/source', command, ...show];
  const env = { ...process.env, COLUMNS: '120' };
  return (await run(process.execPath, args, { env })).stdout;
}

/** Returns the lines of the run in what the command prints, without their times and costs. */
export function readRunLines(printed: string): readonly StoryLine[] {
  const [, block = ''] = /^Run: .*\n((?: {2}.*\n)+)/m.exec(printed) ?? [];
  return block.split('\n').map((line) => {
    const indent = line.length - line.trimStart().length;
    return { depth: Math.max(0, indent / 2 - 1), text: line.trim() };
  });
}
