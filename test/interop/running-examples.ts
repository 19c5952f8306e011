import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODE_VARIABLES } from './node-variables.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** The environment of a running example: ports, and the database. */
export interface Place {
  readonly weatherPort: number;
  readonly personalPort: number;
  readonly database: string;
}

/** Creates free ports and a separate database. */
export function anyPlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-examples-'));
  return { weatherPort: 0, personalPort: 0, database: join(folder, 'tasks.db') };
}

/** Starts a program of the examples like its users, but with separate ports and data. */
export function runExample(
  file: string,
  args: readonly string[] = [],
  place: Place = anyPlace(),
): ChildProcess {
  return spawn(process.execPath, ['--conditions=@timestep/source', file, ...args], {
    cwd: repository,
    env: {
      PATH: process.env['PATH'],
      WEATHER_AGENT_PORT: String(place.weatherPort),
      PERSONAL_AGENT_PORT: String(place.personalPort),
      TIMESTEP_DATABASE: place.database,
      NO_COLOR: '1',
      ...NODE_VARIABLES,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Returns the output of a program and its exit code. */
export async function outcomeOf(
  program: ChildProcess,
): Promise<{ output: string; code: number | null }> {
  let output = '';
  program.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(program, 'exit')) as [number | null];
  return { output, code };
}

export interface RunningExamples {
  readonly personal: string;
  readonly weather: string;
  /** The address of the page, with its token. */
  readonly page: string;
  /** Stops the program like Ctrl-C, and returns its exit code. */
  stop(): Promise<number | null>;
  /** Kills the program, like a power failure. */
  kill(): Promise<void>;
}

/**
 * Starts both assistants, and resolves when the first question is answered and they wait for more.
 */
export async function startExamples(place: Place = anyPlace()): Promise<RunningExamples> {
  const program = runExample('examples/start.ts', [], place);
  const addresses: string[] = [];
  let page = '';
  if (!program.stdout) throw new Error('the program has no output');
  for await (const line of createInterface({ input: program.stdout })) {
    if (line.startsWith('the page: ')) {
      page = line.slice('the page: '.length);
      continue;
    }
    if (addresses.length === 0) addresses.push(...(line.match(/http:\/\/127\.0\.0\.1:\d+/g) ?? []));
    if (line.startsWith('Both agents keep running')) break;
  }
  program.stdout.resume();
  const [personal, weather] = addresses;
  if (personal === undefined || weather === undefined)
    throw new Error('the examples did not start');
  return {
    personal,
    weather,
    page,
    async stop() {
      if (program.exitCode !== null) return program.exitCode;
      const ended = once(program, 'exit') as Promise<[number | null]>;
      program.kill('SIGINT');
      const [code] = await ended;
      return code;
    },
    async kill() {
      const ended = once(program, 'exit');
      program.kill('SIGKILL');
      await ended;
    },
  };
}
