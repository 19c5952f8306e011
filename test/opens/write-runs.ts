/** Writes the run folders of a generation: two that ended, and one whose process was killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { COMMAND_ENV, nodeArguments, timestep } from './command.ts';

/** Runs by name, with what makes the agent of the suite answer differently. */
const ENDED: readonly (readonly [name: string, switched: string])[] = [
  ['before', ''],
  ['after', 'slip'],
];

/** What the command tells of the runs, as JSON. */
export interface Figures {
  readonly report: Readonly<Record<string, unknown>>;
  readonly compare: unknown;
}

/** The arguments that begin a run of the suite in its folder. */
export function runArguments(name: string): readonly string[] {
  const agent = ['--agent', 'cmd:node agent.mjs', '--trials', '2', '--concurrency', '1'];
  return ['run', '--tasks', 'tasks.jsonl', '--outdir', name, ...agent];
}

/** Begins runs in a folder with the suite in it. */
export async function writeRuns(folder: string): Promise<Figures> {
  for (const [name, switched] of ENDED) {
    if (switched !== '') writeFileSync(join(folder, switched), '');
    await timestep(folder, runArguments(name));
    // Copies of the results, for people.
    rmSync(join(folder, name, 'trials'), { recursive: true });
    if (switched !== '') rmSync(join(folder, switched));
  }
  await interrupt(folder);
  const told = async (...args: readonly string[]): Promise<unknown> =>
    JSON.parse((await timestep(folder, [...args, '--json'])).stdout) as unknown;
  return {
    report: {
      before: await told('report', 'before'),
      after: await told('report', 'after'),
      cut: await told('report', 'cut'),
    },
    compare: await told('compare', 'before', 'after'),
  };
}

async function interrupt(folder: string): Promise<void> {
  const hanging = join(folder, 'hanging');
  writeFileSync(join(folder, 'hang'), '');
  const child = spawn(process.execPath, nodeArguments(...runArguments('cut')), {
    cwd: folder,
    env: COMMAND_ENV,
    stdio: 'ignore',
  });
  const gone = once(child, 'exit');
  while (!existsSync(hanging)) await pause(50);
  child.kill('SIGKILL');
  await gone;
  process.kill(Number(readFileSync(hanging, 'utf8')), 'SIGKILL');
  rmSync(hanging);
  rmSync(join(folder, 'hang'));
}
