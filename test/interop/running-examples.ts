import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** A program of the examples, run as its users run it but on ports that are free. */
export function runExample(file: string, args: readonly string[] = []): ChildProcess {
  return spawn(process.execPath, ['--conditions=@timestep/source', file, ...args], {
    cwd: repository,
    env: {
      PATH: process.env['PATH'],
      WEATHER_AGENT_PORT: '0',
      PERSONAL_AGENT_PORT: '0',
      NO_COLOR: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** What a program prints until it ends, and how it ended. */
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
  /** Ends the program as Ctrl-C does, and gives its exit code. */
  stop(): Promise<number | null>;
}

/** Both assistants, once their story is told and they are waiting for more. */
export async function startExamples(): Promise<RunningExamples> {
  const program = runExample('examples/start.ts');
  const addresses: string[] = [];
  if (!program.stdout) throw new Error('the program has no output');
  for await (const line of createInterface({ input: program.stdout })) {
    if (addresses.length === 0) addresses.push(...(line.match(/http:\/\/127\.0\.0\.1:\d+/g) ?? []));
    if (line.startsWith('Both agents keep serving')) break;
  }
  program.stdout.resume();
  const [personal, weather] = addresses;
  if (personal === undefined || weather === undefined)
    throw new Error('the examples did not start');
  return {
    personal,
    weather,
    async stop() {
      if (program.exitCode !== null) return program.exitCode;
      const ended = once(program, 'exit') as Promise<[number | null]>;
      program.kill('SIGINT');
      const [code] = await ended;
      return code;
    },
  };
}
