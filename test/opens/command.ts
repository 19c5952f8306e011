/** The `timestep` command, run as its users run it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const MANIFEST = fileURLToPath(import.meta.resolve('@timestep-ai/timestep/package.json'));

/** What the package names as its command, from its source, as nothing is built for tests. */
function commandFile(): string {
  const { bin } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as {
    readonly bin: { readonly timestep: string };
  };
  const source = bin.timestep.replace(/^dist\//, 'src/').replace(/\.js$/, '.ts');
  return join(dirname(MANIFEST), source);
}

/** The arguments of Node that run the command. */
export function nodeArguments(...args: readonly string[]): readonly string[] {
  return ['--conditions=@timestep/source', commandFile(), ...args];
}

/** Programs that the command starts by name find the same Node. */
export const COMMAND_ENV: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
};

/** Runs the command in a folder, with words on its standard input, until it ends. */
export async function timestep(cwd: string, args: readonly string[], input = ''): Promise<Ended> {
  const child = spawn(process.execPath, nodeArguments(...args), { cwd, env: COMMAND_ENV });
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}
